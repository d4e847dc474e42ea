// The files of embedded.h, each between the lines that make a function of it.

#include "embedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define BEGIN(file) \
    const char *embedded_##file(void) \
    { \
        static const char text[] = {
#define END \
    , 0 \
    } \
    ; \
    return text; \
    }

// Attendance

BEGIN(report_css)
#embed "../../Attendance/Page/report.css"
END

// DoorDisplay

BEGIN(away_css)
#embed "../../DoorDisplay/Pages/away.css"
END
BEGIN(guest_css)
#embed "../../DoorDisplay/Pages/guest.css"
END
BEGIN(guest_html)
#embed "../../DoorDisplay/Pages/guest.html"
END
BEGIN(guest_js)
#embed "../../DoorDisplay/Pages/guest.js"
END
BEGIN(link_js)
#embed "../../DoorDisplay/Pages/link.js"
END
BEGIN(office_away_html)
#embed "../../DoorDisplay/Pages/office-away.html"
END
BEGIN(queue_js)
#embed "../../DoorDisplay/Pages/queue.js"
END
BEGIN(sale_js)
#embed "../../DoorDisplay/Pages/sale.js"
END
BEGIN(staff_css)
#embed "../../DoorDisplay/Pages/staff.css"
END
BEGIN(staff_html)
#embed "../../DoorDisplay/Pages/staff.html"
END
BEGIN(staff_js)
#embed "../../DoorDisplay/Pages/staff.js"
END
BEGIN(turns_js)
#embed "../../DoorDisplay/Pages/turns.js"
END

// HTTPSupport

BEGIN(chart_js)
#embed "../../HTTPSupport/Pages/chart.js"
END
BEGIN(forms_css)
#embed "../../HTTPSupport/Pages/forms.css"
END
BEGIN(icon_svg)
#embed "../../HTTPSupport/Pages/icon.svg"
END
BEGIN(light_css)
#embed "../../HTTPSupport/Pages/light.css"
END
BEGIN(live_css)
#embed "../../HTTPSupport/Pages/live.css"
END
BEGIN(live_js)
#embed "../../HTTPSupport/Pages/live.js"
END
BEGIN(load_js)
#embed "../../HTTPSupport/Pages/load.js"
END
BEGIN(page_js)
#embed "../../HTTPSupport/Pages/page.js"
END
BEGIN(style_css)
#embed "../../HTTPSupport/Pages/style.css"
END
BEGIN(words_ar_json)
#embed "../../HTTPSupport/Pages/words-ar.json"
END
BEGIN(words_de_json)
#embed "../../HTTPSupport/Pages/words-de.json"
END
BEGIN(words_es_json)
#embed "../../HTTPSupport/Pages/words-es.json"
END
BEGIN(words_fr_json)
#embed "../../HTTPSupport/Pages/words-fr.json"
END
BEGIN(words_lg_json)
#embed "../../HTTPSupport/Pages/words-lg.json"
END
BEGIN(words_sw_json)
#embed "../../HTTPSupport/Pages/words-sw.json"
END
BEGIN(words_js)
#embed "../../HTTPSupport/Pages/words.js"
END

// Hub

BEGIN(openapi_json)
#embed "../../Hub/Resources/openapi.json"
END
BEGIN(organiser_css)
#embed "../../Hub/Resources/organiser.css"
END
BEGIN(organiser_html)
#embed "../../Hub/Resources/organiser.html"
END
BEGIN(organiser_js)
#embed "../../Hub/Resources/organiser.js"
END
BEGIN(rules_js)
#embed "../../Hub/Resources/rules.js"
END

// Office

BEGIN(adding_js)
#embed "../../Office/Pages/adding.js"
END
BEGIN(after_js)
#embed "../../Office/Pages/after.js"
END
BEGIN(asking_js)
#embed "../../Office/Pages/asking.js"
END
BEGIN(boxes_js)
#embed "../../Office/Pages/boxes.js"
END
BEGIN(conflict_js)
#embed "../../Office/Pages/conflict.js"
END
BEGIN(design_js)
#embed "../../Office/Pages/design.js"
END
BEGIN(door_js)
#embed "../../Office/Pages/door.js"
END
BEGIN(during_js)
#embed "../../Office/Pages/during.js"
END
BEGIN(event_js)
#embed "../../Office/Pages/event.js"
END
BEGIN(first_js)
#embed "../../Office/Pages/first.js"
END
BEGIN(list_js)
#embed "../../Office/Pages/list.js"
END
BEGIN(mail_js)
#embed "../../Office/Pages/mail.js"
END
BEGIN(office_css)
#embed "../../Office/Pages/office.css"
END
BEGIN(office_html)
#embed "../../Office/Pages/office.html"
END
BEGIN(office_js)
#embed "../../Office/Pages/office.js"
END
BEGIN(parts_js)
#embed "../../Office/Pages/parts.js"
END
BEGIN(people_js)
#embed "../../Office/Pages/people.js"
END
BEGIN(pictures_js)
#embed "../../Office/Pages/pictures.js"
END
BEGIN(preview_js)
#embed "../../Office/Pages/preview.js"
END
BEGIN(print_js)
#embed "../../Office/Pages/print.js"
END
BEGIN(rows_js)
#embed "../../Office/Pages/rows.js"
END
BEGIN(sell_js)
#embed "../../Office/Pages/sell.js"
END
BEGIN(start_js)
#embed "../../Office/Pages/start.js"
END
BEGIN(thumbnails_js)
#embed "../../Office/Pages/thumbnails.js"
END
BEGIN(ticket_js)
#embed "../../Office/Pages/ticket.js"
END
BEGIN(tickets_js)
#embed "../../Office/Pages/tickets.js"
END

// TicketLists

BEGIN(headings_csv)
#embed "../../TicketLists/Data/headings.csv"
END

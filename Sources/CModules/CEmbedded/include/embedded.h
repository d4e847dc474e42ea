// Files that are compiled into the program, so that it can be moved and needs no folder next to it.
//
// SwiftPM could embed them as well, but takes a minute and a half for a megabyte, and compiles the whole module again
// for each change.

#ifndef DOORCHECK_EMBEDDED_H
#define DOORCHECK_EMBEDDED_H

/// A text in UTF-8 with a NUL at its end.
#define EMBEDDED(file) const char *_Nonnull embedded_##file(void);

// Attendance
EMBEDDED(report_css)

// DoorDisplay
EMBEDDED(away_css)
EMBEDDED(guest_css)
EMBEDDED(guest_html)
EMBEDDED(guest_js)
EMBEDDED(link_js)
EMBEDDED(office_away_html)
EMBEDDED(queue_js)
EMBEDDED(sale_js)
EMBEDDED(staff_css)
EMBEDDED(staff_html)
EMBEDDED(staff_js)
EMBEDDED(turns_js)

// HTTPSupport
EMBEDDED(chart_js)
EMBEDDED(forms_css)
EMBEDDED(icon_svg)
EMBEDDED(light_css)
EMBEDDED(live_css)
EMBEDDED(live_js)
EMBEDDED(load_js)
EMBEDDED(page_js)
EMBEDDED(style_css)
EMBEDDED(words_ar_json)
EMBEDDED(words_de_json)
EMBEDDED(words_es_json)
EMBEDDED(words_fr_json)
EMBEDDED(words_lg_json)
EMBEDDED(words_sw_json)
EMBEDDED(words_js)

// Hub
EMBEDDED(openapi_json)
EMBEDDED(organiser_css)
EMBEDDED(organiser_html)
EMBEDDED(organiser_js)
EMBEDDED(rules_js)

// Office
EMBEDDED(adding_js)
EMBEDDED(after_js)
EMBEDDED(asking_js)
EMBEDDED(boxes_js)
EMBEDDED(conflict_js)
EMBEDDED(design_js)
EMBEDDED(door_js)
EMBEDDED(during_js)
EMBEDDED(event_js)
EMBEDDED(first_js)
EMBEDDED(list_js)
EMBEDDED(mail_js)
EMBEDDED(office_css)
EMBEDDED(office_html)
EMBEDDED(office_js)
EMBEDDED(parts_js)
EMBEDDED(people_js)
EMBEDDED(pictures_js)
EMBEDDED(preview_js)
EMBEDDED(print_js)
EMBEDDED(rows_js)
EMBEDDED(sell_js)
EMBEDDED(start_js)
EMBEDDED(thumbnails_js)
EMBEDDED(ticket_js)
EMBEDDED(tickets_js)

// TicketLists
EMBEDDED(headings_csv)

#undef EMBEDDED
#endif

// The staff page's texts in Arabic.

import Admission
import DoorDisplay

extension StaffTexts {
    static func arabic(_ label: StaffLabel) -> String {
        switch label {
        case .yourName: "اسمك"
        case .pin: "رمز PIN"
        case .logIn: "تسجيل الدخول"
        case .logOut: "تسجيل الخروج"
        case .gate: "البوابة"
        case .closed: "مغلقة"
        case .exitGate: "خروج"
        case .checkGate: "تدقيق"
        case .disconnected: "لا اتصال"
        case .listState: "عدد التذاكر {count}، القائمة بلا تغيير منذ {age}"
        case .sharingState: "آخر اتصال مع {peer} قبل {age}، بانتظار الإرسال: {count}"
        case .counts: "دخل {inside} من {expected} · {perMinute} في الدقيقة · رُفض {refused} · إلى الموظفين {asked}"
        case .shownAgain: "عُرضت مجددًا {count}"
        case .cannotRecord: "لا يمكن التسجيل: لا يدخل أحد"
        case .noCamera: "لا توجد كاميرا"
        case .noScanner: "لا يوجد قارئ"
        case .clockNotTrusted: "الساعة غير موثوقة"
        case .cameraMissing: "الكاميرا {name} مفقودة؛ البوابة تعمل بدونها."
        case .scannerMissing: "القارئ {name} مفقود؛ البوابة تعمل بدونه."
        case .messages: "رسائل من المنظمين"
        case .dismiss: "قرأتها"
        case .waiting: "بانتظار الموظفين"
        case .nobodyWaits: "لا أحد ينتظر."
        case .handledBy: "مع {name}"
        case .queueFull: "القائمة ممتلئة. ضيوف غير مدرجين: {count}. يعرضون تذاكرهم مجددًا عندما تقصر القائمة."
        case .unlisted: "ضيوف لم يُدرجوا عندما كانت القائمة ممتلئة: {count}. اطلب منهم عرض تذاكرهم مجددًا."
        case .takeOff: "إزالة من القائمة"
        case .handledElsewhere: "تمت خدمة هذا الضيف على صفحة أخرى."
        case .lastScan: "آخر مسح"
        case .noScans: "لا عمليات مسح بعد"
        case .ready: "جاهز"
        case .openTicket: "فتح"
        case .clear: "إخفاء"
        case .search: "بحث"
        case .searchHint: "الاسم أو البريد أو الطلب"
        case .searchHelp: "ابحث عن تذكرة ببداية أي كلمة من الاسم أو البريد الإلكتروني أو رقم الطلب"
        case .noMatch: "لا توجد تذاكر مطابقة."
        case .ticket: "تذكرة"
        case .noName: "بلا اسم"
        case .close: "إغلاق"
        case .valid: "صالحة"
        case .unpaid: "غير مدفوعة"
        case .blocked: "محظورة"
        case .revoked: "ملغاة"
        case .replaced: "مستبدلة"
        case .unlistedTicket: "ليست في القائمة"
        case .admit: "إدخال"
        case .admitAnyway: "إدخال رغم ذلك"
        case .paidAndAdmit: "دفع، إدخال"
        case .undo: "التراجع عن آخر دخول"
        case .markPaid: "وضع علامة مدفوعة"
        case .block: "حظر"
        case .restore: "رفع الحظر"
        case .really: "{action}: متأكد؟"
        case .pressAgain: "اضغط مرة أخرى للتأكيد: {action}."
        case .reason: "السبب"
        case .reasonHint: "يُحفظ دائمًا؛ بلا أسماء ضيوف"
        case .reasons: "أسباب مقترحة"
        case .enterReason: "اكتب سببًا؛ سيُحفظ دائمًا."
        case .noRuleObjects: "لا تعترض أي قاعدة"
        case .rulesObject: "القواعد المعترضة: {count}"
        case .noAnswer: "البوابة لا تستجيب."
        case .actionUnanswered: "البوابة لا تستجيب، وربما تم الإجراء. حاول مرة أخرى: لن يُنفذ إلا مرة واحدة."
        case .notDone: "لم تتمكن البوابة من ذلك."
        case .pastScans: "آخر 100 عملية مسح"
        case .show: "عرض"
        case .all: "الكل"
        case .admitted: "دخلوا"
        case .alreadyUsed: "مستخدمة"
        case .refused: "مرفوضة"
        case .forStaff: "للموظفين"
        case .gateMoved: "أصبحت البوابة الآن {gate}."
        case .gateUnknown: "ليس للحدث هذه البوابة."
        case .pageOutdated: "هذه الصفحة قديمة؛ أعد تحميلها."
        case .didAdmit: "تم الإدخال؛ عدد الداخلين بهذه التذكرة: {count}."
        case .didPayAndAdmit: "تم الدفع والإدخال؛ عدد الداخلين بهذه التذكرة: {count}."
        case .didUndo: "تم التراجع: {movement}."
        case .entryAt: "دخول الساعة {time}، البوابة {gate}"
        case .exitAt: "خروج الساعة {time}، البوابة {gate}"
        case .nothingToUndo: "لم يدخل أو يخرج أحد بهذه التذكرة، فلا شيء للتراجع عنه."
        case .undoTooLate: "{movement}: مضى وقت طويل، يسمح الحدث بالتراجع خلال {count} دقيقة."
        case .messageGone: "سبق تعليم هذه الرسالة كمقروءة."
        case .messageDismissed: "عُلّمت الرسالة كمقروءة."
        case .didPay: "وُضعت على التذكرة علامة مدفوعة."
        case .didBlock: "حُظرت التذكرة."
        case .didRestore: "رُفع الحظر عن التذكرة."
        case .notListed: "هذه التذكرة ليست في القائمة."
        case .guestGone: "لم يعد هذا الضيف في قائمة المنتظرين."
        case .guestTakenOff: "أُزيل الضيف من القائمة."
        case .nameNeeded: "اكتب اسمك في 1 إلى 40 حرفًا مرئيًا."
        case .wrongPIN: "رمز PIN غير صحيح."
        case .tooManyTries: "محاولات كثيرة؛ انتظر دقيقة."
        case .paidHere: "دفع عند الباب"
        case .showedReceipt: "عرض الإيصال"
        case .checkedIt: "تم التحقق"
        case .overruled: "أدخله الموظفون رغم: {sentence}"
        case .usedBefore: "استُخدمت الساعة {time}، البوابة {gate}، الجهاز {box}"
        case .groupCount: "دخل {count} من {admits}"
        case .unsigned: "رمز شريطي بلا توقيع"
        case .clockBehind: "الساعة غير موثوقة: هي متأخرة عن آخر مسح في {time}"
        case .clockSetBack: "الساعة غير موثوقة: أُرجعت {age} أثناء العمل"
        case .clockSetForward: "الساعة غير موثوقة: قُدّمت {age} أثناء العمل"
        case .changedMeanwhile: "تغيّر في هذه الأثناء: {change}. انظر مرة أخرى قبل أن تتصرف."
        case .rulesNowSay: "تقول القواعد الآن: {objection}"
        case .rulesContent: "لم تعد القواعد تعترض"
        case .gateNow: "أصبحت البوابة الآن {gate}"
        case .rulesObjectTo: "تعترض القواعد ({objection})، فلم يُنفذ شيء؛ اكتب سببًا لتنفيذه رغم ذلك."
        case .movedBy: "{movement}، بواسطة {name}"
        case .voided: "تم التراجع عن دخول أو خروج الساعة {time}، البوابة {gate}"
        case .changedTo: "{status} منذ {time}، بواسطة {name}"
        case .changedRow: "تغيّرت بيانات التذكرة في القائمة أو شروطها"
        }
    }

    static func arabic(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "ليست من تذاكرنا"
        case .malformed: "رمز تالف"
        case .unsupportedSuite: "تذكرة من إصدار أحدث؛ حدّث هذا الجهاز"
        case .unknownKey: "موقّعة من منظم آخر، أو بمفتاح مسحوب أو غير موجود على هذا الجهاز"
        case .forged: "مزوّرة: التوقيع غير صالح"
        case .beyondGrant: "موقّعة من شريك، لكن الرقم ليس مما يجوز له بيعه"
        case .wrongEvent: "لحدث آخر[: {event}]"
        case .unknownTicket: "أصلية، لكنها ليست في قائمة هذا الجهاز"
        case .revoked: "ألغاها المنظمون"
        case .replaced: "استُبدلت بتذكرة أحدث"
        case .blocked: "حظرها المنظمون[: {note}]"
        case .oldKey: "موقّعة بمفتاح غير مفتاح التذكرة؛ اطلب أحدث رمز"
        case .tooEarly: "مبكر جدًا: يبدأ الدخول {time}"
        case .tooLate: "متأخر جدًا: انتهى الدخول {time}"
        case .wrongGate: "بوابة خاطئة: أرسله إلى {gates}"
        case .wrongTier: "غير صالحة عند هذه البوابة[ التي تقبل {tiers}]"
        case .unpaid: "غير مدفوعة: أرسله إلى الصندوق"
        case .clockNotTrusted: "صالحة مرة في اليوم، لكن التاريخ غير مؤكد: هل دخل الضيف اليوم؟"
        case .alreadyUsed: "أول دخول الساعة {time}، البوابة {gate}، الجهاز {box}"
        case .notInside: "ليس في الداخل[: شوهد آخر مرة الساعة {time}، البوابة {gate}]"
        case .full: "{zone} ممتلئة: في الداخل {capacity}"
        case .roomUnknown: "المحور لا يستجيب، ولم يبق لهذا الجهاز أماكن في {zone}: هل يوجد مكان؟"
        case .check: "تحقق: {note}"
        case .admitted: ""
        case .readmitted: "عودة"
        case .exited: "يخرج"
        case .checked: "صالحة؛ لا تُحسب دخولًا"
        case .justAdmitted: "دخل من هنا قبل لحظات؛ هذا المسح لا يُدخل أحدًا"
        case .justExited: "خرج من هنا قبل لحظات"
        }
    }

    /// The rules' questions by the English ones.
    static let arabicQuestions = [
        "genuine": "أصلية",
        "for this event": "لهذا الحدث",
        "on the list": "في القائمة",
        "not revoked": "غير ملغاة",
        "not blocked": "غير محظورة",
        "signed by its key": "موقّعة بمفتاحها",
        "paid": "مدفوعة",
        "in time": "في الوقت",
        "on a date that is certain": "في تاريخ مؤكد",
        "at the right gate": "عند البوابة الصحيحة",
        "not used up": "غير مستنفدة",
        "inside": "في الداخل",
        "room in the zone": "مكان في المنطقة",
        "nothing for staff to check": "لا شيء ليتحقق منه الموظفون",
    ]
}

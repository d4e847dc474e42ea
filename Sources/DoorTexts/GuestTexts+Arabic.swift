// The guest texts in Arabic.

import Admission
import DoorDisplay

extension GuestTexts {
    static func arabicWord(_ style: VerdictStyle) -> String {
        switch style {
        case .admit: "أهلاً وسهلاً"
        case .exit: "مع السلامة"
        case .checked: "التذكرة صالحة"
        case .again: "سبق دخولك"
        case .used: "سبق استخدامها"
        case .refuse, .quiet: "غير صالحة"
        case .ask: "اسأل الموظفين"
        }
    }

    static func arabic(_ reason: Reason) -> String {
        switch reason {
        case .notATicket: "هذه ليست تذكرة من تذاكرنا"
        case .malformed: "الرمز تالف: اعرضه مرة أخرى"
        case .unsupportedSuite: "يرجى سؤال الموظفين عن هذه التذكرة"
        case .unknownKey: "هذه التذكرة ليست لهذا المكان"
        case .forged: "هذه التذكرة غير أصلية"
        case .beyondGrant: "رقم هذه التذكرة غير صالح"
        case .wrongEvent: "هذه التذكرة لفعالية أخرى"
        case .unknownTicket: "هذه التذكرة ليست في قائمتنا"
        case .revoked: "تم إلغاء هذه التذكرة"
        case .replaced: "توجد تذكرة أحدث: اعرضها من فضلك"
        case .blocked: "هذه التذكرة محظورة: اسأل الموظفين"
        case .oldKey: "هذا الرمز قديم: اسأل الموظفين"
        case .tooEarly: "يمكنك الدخول ابتداءً من الساعة {time}"
        case .tooLate: "أُغلقت الأبواب في الساعة {time}"
        case .wrongGate: "يرجى التوجه إلى البوابة {gates}"
        case .wrongTier: "هذه التذكرة غير صالحة لهذه البوابة"
        case .unpaid: "يرجى الدفع عند المكتب"
        case .clockNotTrusted: "سيتحقق الموظفون من تذكرتك لهذا اليوم"
        case .alreadyUsed: "استُخدمت هذه التذكرة في الساعة {time}"
        case .notInside: "لم تُستخدم هذه التذكرة للدخول"
        case .full: "المكان ممتلئ: يرجى الانتظار هنا"
        case .roomUnknown, .check: "يرجى انتظار الموظفين"
        case .admitted: "استمتع![ دخل {count} من {admits}]"
        case .readmitted: "أهلاً بعودتك"
        case .exited: "إلى اللقاء"
        case .checked: "تذكرتك صالحة"
        case .justAdmitted: "سُمح لك بالدخول قبل لحظات"
        case .justExited: "خرجت قبل لحظات"
        }
    }

    static func arabicPage(_ text: PageLabel) -> String {
        switch text {
        case .ready: "جاهز"
        case .holdUp: "ضع رمز تذكرتك أمام الكاميرا"
        case .aim: "ضع الرمز هنا"
        case .closed: "مغلق"
        case .noCamera: "لا توجد كاميرا"
        case .noCameraHelp: "لا يمكن قراءة التذاكر: اسأل الموظفين"
        case .noScanner: "لا يوجد ماسح"
        case .cannotRecord: "يرجى الانتظار"
        case .cannotRecordHelp: "لا يمكن تسجيل الدخول: اسأل الموظفين"
        case .clockNotTrusted: "تحقق من الساعة"
        case .clockNotTrustedHelp: "القراءة مستمرة؛ الموظفون يقررون بشأن المواعيد"
        case .notSetUp: "لم يتم الإعداد بعد"
        case .notSetUpHelp: "ضع رمز الإعداد أمام الكاميرا"
        case .office: "المكتب"
        case .officeOpen: "على جهاز آخر، افتح"
        case .officeHelp: "أو اجعل هذا الجهاز مكتبك: افتح على جهاز آخر"
        case .officeCode: "الرمز"
        case .officeCertificate: "سيحذّر المتصفح؛ تابع إذا بدأت بصمة SHA-256 للشهادة بـ"
        case .officeNoNetwork: "لفتح المكتب على جهاز آخر، وصّل كابل الشبكة"
        case .disconnected: "لا يوجد اتصال"
        case .disconnectedHelp: "انقطع الاتصال. جارٍ إعادة الاتصال…"
        case .inside: "بالداخل"
        case .expected: "متوقع"
        case .perMinute: "في الدقيقة"
        case .refused: "مرفوض"
        }
    }
}

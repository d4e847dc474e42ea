// Texts for staff and guests: none missing, none with a gap.

import DoorDisplay
import Ledger
import Testing

@testable import Admission
@testable import DoorTexts

struct TextsTests {
    /// A filling for every gap, so that a gap no verdict fills would be seen by name.
    static let fillings = Dictionary(uniqueKeysWithValues: Placeholder.allCases.map { ($0, "<\($0.rawValue)>") })

    /// What each reason's verdicts can fill.
    static func gaps(of reason: Reason) -> Set<Placeholder> {
        let known: Set<Placeholder> =
            switch reason {
            case .wrongEvent: [.event]
            case .blocked, .check: [.note]
            case .tooEarly, .tooLate: [.time]
            case .wrongGate: [.gates]
            case .wrongTier: [.tiers]
            case .alreadyUsed, .notInside: [.time, .gate, .box]
            case .full: [.zone, .capacity]
            case .roomUnknown: [.zone]
            default: []
            }
        let signature: Set<Reason> = [.notATicket, .malformed, .unsupportedSuite, .unknownKey, .forged]
        return signature.contains(reason) ? known : known.union([.count, .admits])
    }

    @Test("Every reason has a sentence for guests in every language, short, without a gap that stays empty")
    func guests() {
        for language in Language.allCases {
            for reason in Reason.allCases {
                let template = GuestTexts.sentence(reason, in: language)
                let sentence = template.filled(Self.fillings)
                #expect((4...72).contains(sentence.count), "\(language) \(reason)")
                #expect(!sentence.contains { "{}[]".contains($0) }, "\(language) \(reason)")
                #expect(template.gaps.isSubset(of: Self.gaps(of: reason)), "\(language) \(reason)")
                #expect(!sentence.contains("<note>") && !sentence.contains("<box>"), "\(language) \(reason)")
            }
            for style in VerdictStyle.allCases {
                #expect((3...24).contains(GuestTexts.word(style, in: language).count))
            }
        }
    }

    @Test("Languages differ, say the same gaps, and only Arabic runs from right to left")
    func languages() {
        for reason in Reason.allCases {
            let templates = Language.allCases.map { GuestTexts.sentence(reason, in: $0) }
            #expect(Set(templates.map { $0.filled([:]) }).count == Language.allCases.count, "\(reason)")
            #expect(Set(templates.map(\.gaps)).count == 1, "\(reason)")
        }
        #expect(Language.allCases.filter(\.isRightToLeft) == [.arabic])
        for style in VerdictStyle.allCases {
            #expect(Set(Language.allCases.map { GuestTexts.word(style, in: $0) }).count == Language.allCases.count)
        }
    }

    @Test("Every sentence for staff has only gaps that its verdicts fill")
    func staff() {
        for reason in Reason.allCases {
            let template = StaffTexts.sentence(reason)
            #expect(template.gaps.isSubset(of: Self.gaps(of: reason)), "\(reason)")
            #expect(!template.filled(Self.fillings).contains { "{}[]".contains($0) }, "\(reason)")
        }
    }

    /// The gaps of a text of the staff page.
    static func gaps(in text: String) -> Set<String> {
        Set(text.matches(of: #/\{(\w+)\}/#).map { String($0.1) })
    }

    @Test("The staff page has every text in every language with the same gaps, and none is left in English")
    func staffPage() {
        for label in StaffLabel.allCases {
            let english = StaffTexts.page(label, in: .english)
            #expect(!english.isEmpty && !english.contains { "[]".contains($0) }, "\(label)")
            for language in Language.allCases {
                let text = StaffTexts.page(label, in: language)
                #expect(Self.gaps(in: text) == Self.gaps(in: english), "\(language) \(label)")
                #expect(!text.isEmpty && text.count <= 130, "\(language) \(label)")
                #expect(text == text.replacing("  ", with: " "), "\(language) \(label)")
                let isSentence = english.count > 24
                #expect(language == .english || !isSentence || text != english, "\(language) \(label)")
            }
        }
    }

    @Test("Staff read every reason and every rule's question in their language, with the same gaps")
    func staffReasons() {
        for reason in Reason.allCases {
            let templates = Language.allCases.map { StaffTexts.sentence(reason, in: $0) }
            #expect(Set(templates.map(\.gaps)).count == 1, "\(reason)")
            #expect(reason == .admitted || Set(templates.map { $0.filled([:]) }).count == templates.count, "\(reason)")
            for template in templates {
                #expect(!template.filled(Self.fillings).contains { "{}[]".contains($0) }, "\(reason)")
            }
        }
        let rules = GateDirection.allCases.flatMap { EntryRules.standard(at: $0).rules.map(\.question) }
        for question in Set(rules + [ExplainedStep.genuine.question]) {
            let texts = Language.allCases.map { StaffTexts.question(question, in: $0) }
            #expect(Set(texts).count == texts.count, "\(question)")
        }
    }

    @Test("A value that looks like a gap stays what it is")
    func values() {
        let text = StaffTexts.page(.movedBy, in: .german, ["movement": "{name} {x}", "name": "Amina"])
        #expect(text == "{name} {x}, durch Amina")
    }

    @Test("A part in brackets stands only where its gap is filled")
    func brackets() {
        let template = Template("for another event[: {event}]!")
        #expect(template.filled([.event: "Matinee"]) == "for another event: Matinee!")
        #expect(template.filled([:]) == "for another event!")
        #expect(template.filled([.event: "[x] {gate} {zone}"]) == "for another event: [x] {gate} {zone}!")
    }
}

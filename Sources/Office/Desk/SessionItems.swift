// What people have sent and not finished.

/// Items by token. An item belongs to the person whose session has sent it: nobody else can use it, and it goes when
/// that session is logged out. The next session of the same person takes it over.
struct SessionItems<Value> {
    /// How many a person may have; a new one replaces the oldest.
    private let most: Int
    /// In the order in which they came.
    private var items: [(session: OfficeSession, token: String, value: Value)] = []

    /// - Parameter most: How many a person may have, 1 or more.
    init(atMost most: Int) {
        self.most = most
    }

    /// Keeps an item.
    ///
    /// - Parameters:
    ///   - value: The item.
    ///   - token: Its token.
    ///   - session: Who has sent it.
    /// - Returns: The person's oldest one, if it had to go.
    mutating func keep(_ value: Value, as token: String, of session: OfficeSession) -> Value? {
        items.append((session, token, value))
        let own = items.indices.filter { items[$0].session.person == session.person }
        return own.count > most ? items.remove(at: own[0]).value : nil
    }

    /// Returns a person's item; `nil` if the person has none with this token.
    subscript(token: String, of session: OfficeSession) -> Value? {
        items.first { $0.token == token && $0.session.person == session.person }?.value
    }

    /// Forgets a person's item.
    ///
    /// - Returns: The item; `nil` if the person has none with this token.
    @discardableResult
    mutating func remove(_ token: String, of session: OfficeSession) -> Value? {
        guard
            let index = items.firstIndex(where: { $0.token == token && $0.session.person == session.person })
        else { return nil }
        return items.remove(at: index).value
    }

    /// Gives a session's items to another session of the same person, which takes them over.
    mutating func move(from old: OfficeSession, to new: OfficeSession) {
        for index in items.indices where items[index].session == old { items[index].session = new }
    }

    /// Forgets items.
    ///
    /// - Parameter isMeant: Whether those of a session are meant.
    /// - Returns: The items.
    mutating func removeAll(where isMeant: (OfficeSession) -> Bool) -> [Value] {
        defer { items.removeAll { isMeant($0.session) } }
        return items.filter { isMeant($0.session) }.map(\.value)
    }
}

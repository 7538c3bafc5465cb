struct SettingForm: Encodable {
    let name: String
    let value: String?
    let origin: String
    let source: String?

    init(name: String, _ value: SettingValue) {
        self.name = name
        self.value = value.text
        origin = value.origin.name
        source = value.origin.source
    }

    enum CodingKeys: CodingKey { case name, value, origin, source }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        try container.encode(origin, forKey: .origin)
        try container.encode(source, forKey: .source)
    }
}

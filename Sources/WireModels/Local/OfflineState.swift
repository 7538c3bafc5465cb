/// The keys that notes and folders kept offline have beside their own.
enum OfflineKeys: String, CodingKey {
    case localAudioPath = "local_audio_path"
    case syncStatus = "sync_status"
    case syncError = "sync_error"
    case lastSyncAttempt = "last_sync_attempt"
    case isLocalDeleted = "is_local_deleted"
    case isLocalOnly = "is_local_only"
}

extension KeyedEncodingContainer<OfflineKeys> {
    /// Writes the three keys that both forms have, with the words of theirs.
    mutating func encode(_ status: SyncStatus, error: String?, attempt: WireTime?) throws {
        try encode(status.offlineName, forKey: .syncStatus)
        try encodeIfPresent(error, forKey: .syncError)
        try encodeIfPresent(attempt, forKey: .lastSyncAttempt)
    }
}

package import LedgerKernel

/// An operation with its changes.
public struct OperationDetailForm: Encodable {
    package let operation: OperationForm
    package let changes: Rows<NamedChangeForm>
}

/// A change with what people call the thing that changed.
public struct NamedChangeForm: Encodable {
    package let name: String?
    package let folders: [String]
    package let event: HistoryForm
}

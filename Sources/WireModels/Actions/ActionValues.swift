public import Notes

/// The kind of an action.
public typealias ActionType = ActionKind

/// The progress of an action.
public typealias ActionStatus = ActionStage

/// The urgency of an action.
public typealias ActionPriority = ActionUrgency

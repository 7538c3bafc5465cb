public import Notes

/// What kind of thing is to be done.
public typealias ActionType = ActionKind

/// How far an action has come.
public typealias ActionStatus = ActionStage

/// How urgent an action is.
public typealias ActionPriority = ActionUrgency

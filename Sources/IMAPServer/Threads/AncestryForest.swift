/// Trees whose nodes get parents and lose them, with a quick answer to which tree a node is in: a link-cut tree.
///
/// To walk up from a message takes as long as its thread is deep. A sender who chooses the ids could make each of
/// 100,000 messages take 100,000 steps.
///
/// See Sleator and Tarjan, "Self-Adjusting Binary Search Trees", 1985.
struct AncestryForest {
    /// Paths are splay trees, ordered by depth. The root of one has the node above its path as parent, but is no child.
    private struct Node {
        var parent: Int?
        var left: Int?
        var right: Int?
    }

    private var nodes: [Node] = []

    mutating func appendRoot() { nodes.append(Node()) }

    /// - Complexity: O(log *n*), amortised, as of all below.
    mutating func root(of node: Int) -> Int {
        expose(node)
        var top = node
        while let left = nodes[top].left { top = left }
        splay(top)
        return top
    }

    /// - Precondition: The child is a root, and of another tree.
    mutating func link(_ child: Int, below parent: Int) {
        expose(child)
        nodes[child].parent = parent
    }

    /// Makes a node a root.
    mutating func cut(_ child: Int) {
        expose(child)
        guard let above = nodes[child].left else { return }
        nodes[above].parent = nil
        nodes[child].left = nil
    }

    /// Makes the way from the root to a node one path, and the node the root of its splay tree.
    private mutating func expose(_ node: Int) {
        splay(node)
        nodes[node].right = nil
        while let above = nodes[node].parent {
            splay(above)
            nodes[above].right = node
            splay(node)
        }
    }

    private func isRootOfPath(_ node: Int) -> Bool {
        guard let parent = nodes[node].parent else { return true }
        return nodes[parent].left != node && nodes[parent].right != node
    }

    private mutating func splay(_ node: Int) {
        while !isRootOfPath(node), let parent = nodes[node].parent {
            if !isRootOfPath(parent), let grandparent = nodes[parent].parent {
                let isStraight = (nodes[parent].left == node) == (nodes[grandparent].left == parent)
                rotate(isStraight ? parent : node)
            }
            rotate(node)
        }
    }

    /// Moves a node above its parent.
    private mutating func rotate(_ node: Int) {
        guard let parent = nodes[node].parent else { return }
        let isTop = isRootOfPath(parent)
        let above = nodes[parent].parent
        let inner: Int?
        if nodes[parent].left == node {
            inner = nodes[node].right
            nodes[parent].left = inner
            nodes[node].right = parent
        } else {
            inner = nodes[node].left
            nodes[parent].right = inner
            nodes[node].left = parent
        }
        if let inner { nodes[inner].parent = parent }
        nodes[parent].parent = node
        nodes[node].parent = above
        guard !isTop, let above else { return }
        if nodes[above].left == parent { nodes[above].left = node } else { nodes[above].right = node }
    }
}

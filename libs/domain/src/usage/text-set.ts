/** Either the few texts at the end of a path, or the nodes that the next bits of a text's hash choose from. */
type Node = { readonly texts: readonly string[] } | { readonly nodes: readonly Node[] };

const BITS = 4;
const HASH_BITS = 32;
const WIDTH = 1 << BITS;
const MOST_TEXTS = 8;
const nothing: Node = { texts: [] };

/**
 * An immutable set of texts. A set with one text more shares all but the few nodes on that text's path with the set that it
 * was made from, so making it costs the same whatever the size, where a `Set` would be copied whole.
 */
export class TextSet {
  static readonly empty = new TextSet(nothing);
  private constructor(private readonly root: Node) {}

  has(text: string): boolean {
    let node = this.root;
    for (let hash = hashOf(text); 'nodes' in node; hash >>>= BITS) node = node.nodes[hash % WIDTH] ?? nothing;
    return node.texts.includes(text);
  }

  with(text: string): TextSet {
    return this.has(text) ? this : new TextSet(added(this.root, text, 0));
  }
}

function added(node: Node, text: string, depth: number): Node {
  if ('texts' in node) {
    const texts = [...node.texts, text];
    // Where the hash has no bits left, texts of one hash stay together.
    if (texts.length <= MOST_TEXTS || depth * BITS >= HASH_BITS) return { texts };
    const split: Node = { nodes: Array<Node>(WIDTH).fill(nothing) };
    return texts.reduce<Node>((nodes, each) => added(nodes, each, depth), split);
  }
  const place = (hashOf(text) >>> (depth * BITS)) % WIDTH;
  return { nodes: node.nodes.with(place, added(node.nodes[place] ?? nothing, text, depth + 1)) };
}

/** FNV-1a, as a whole number of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * Characters that a screen does not show: marks of direction, spaces without width, tags. Two of them join letters or keep
 * them apart, which scripts from Hebrew on (U+0590) and emojis need; between Latin, Greek and Cyrillic letters they would
 * only make one name look like another.
 */
const invisible = /(?!(?<=[\u0590-\u1dff\u2100-\u{10ffff}])[\u200c\u200d][\u0590-\u1dff\u2100-\u{10ffff}])\p{Cf}/u

/**
 * Whether a name has a character that people cannot see, so that it may look like another name. The server asks it besides
 * the rule of lines: pages do not load this.
 */
export function hasInvisible(name: string): boolean {
  return invisible.test(name)
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Whether an object somewhere in a JSON text has more than so many names, found in one pass over the bytes. To parse an object of
 * 400,000 names and list them takes some hundred times as long.
 */
export function hasLargerObject(json: Uint8Array, namesMax: number): boolean {
  /** Of the objects and lists that are open at a place, the innermost last. */
  const names: number[] = []
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (isText) {
      if (sign === backslash) at += 1
      else if (sign === quote) isText = false
    } else if (sign === quote) isText = true
    else if (sign === openObject || sign === openList) names.push(0)
    else if (sign === closeObject || sign === closeList) names.pop()
    else if (sign === colon) {
      const count = (names.pop() ?? 0) + 1
      if (count > namesMax) return true
      names.push(count)
    }
  }
  return false
}

import { folded, orderByName } from '../../kit/lists/order.ts'

/** Applications whose name or URN contains every typed word; names that start with the text come first. */
export function filterApplications<T extends { readonly label: string; readonly urn: string }>(
  applications: readonly T[],
  text: string,
): T[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...applications]
  const matches = applications.filter((one) => {
    const haystack = folded(`${one.label} ${one.urn}`)
    return words.every((word) => haystack.includes(word))
  })
  const rank = (one: T) => (folded(one.label).startsWith(words[0] ?? '') ? 0 : 1)
  return orderByName(matches, ({ label }) => label, rank)
}

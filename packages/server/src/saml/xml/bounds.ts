export type XmlBounds = {
  /** Length of the text in UTF-8. */
  readonly bytesMax: number
  readonly depthMax: number
  readonly elementsMax: number
  /** On one element, namespace declarations among them. */
  readonly attributesMax: number
  /** Different prefixes in the whole document: they bound what canonicalisation has to carry along. */
  readonly prefixesMax: number
  /** Canonicalisation takes them out one by one, in time that grows with their square. */
  readonly commentsMax: number
}

/** A message that the browser carries (security.md: 256 KB raw, depth 64). */
export const messageBounds: XmlBounds = {
  bytesMax: 262_144,
  depthMax: 64,
  elementsMax: 6_000,
  attributesMax: 64,
  prefixesMax: 64,
  commentsMax: 100,
}

/** A message of the redirect binding, inflated (security.md: 1 MB); logout messages are a few kilobytes. */
export const inflatedBytesMax = 1_048_576

/** Metadata, as long as the import takes (metadataLengthMax, in characters). */
export const metadataBounds: XmlBounds = {
  ...messageBounds,
  bytesMax: 4_194_304,
  elementsMax: 100_000,
  commentsMax: 10_000,
}

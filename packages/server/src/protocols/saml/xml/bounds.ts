export type XmlBounds = {
  /**
   * A document may have processing instructions, CDATA, letters of all scripts in names, duplicate ids and relative
   * namespace names: all of these are legal, and appear in parts that Portico does not read. They are rejected in messages, because
   * signatures and their references cover them.
   */
  readonly syntax: 'message' | 'document'
  /** Length of the text in UTF-8. */
  readonly bytesMax: number
  readonly depthMax: number
  /**
   * Elements and namespace declarations together, since each costs the parser as much. Where each group has the two declarations of
   * `xsi:type="xs:string"`, 256 KB hold about 1,550 groups.
   */
  readonly nodesMax: number
  /** On one element, namespace declarations among them. */
  readonly attributesMax: number
  /** In the whole document. */
  readonly allAttributesMax: number
  /** Different prefixes in the whole document: they bound what canonicalisation has to carry along. */
  readonly prefixesMax: number
  /** Comments, processing instructions and CDATA: canonicalisation takes comments out one by one, in time that grows with their square. */
  readonly commentsMax: number
  /** Predefined entities and character references in the whole document. The parser replaces them one by one. */
  readonly referencesMax: number
}

/** What a response may hold: a person with some thousand groups. */
export const responseBounds: XmlBounds = {
  syntax: 'message',
  bytesMax: 262_144,
  depthMax: 64,
  nodesMax: 5_000,
  attributesMax: 64,
  allAttributesMax: 5_000,
  prefixesMax: 64,
  commentsMax: 100,
  referencesMax: 5_000,
}

/** A logout request or its answer, in its SOAP envelope where it has one: some 50 elements with signature and certificates. */
export const logoutBounds: XmlBounds = {
  ...responseBounds,
  bytesMax: 32_768,
  nodesMax: 250,
  allAttributesMax: 400,
  referencesMax: 1_000,
}

/** An authentication request: extensions and a list of authentication contexts make it longer than a logout request. */
export const authnRequestBounds: XmlBounds = {
  ...responseBounds,
  bytesMax: 65_536,
  nodesMax: 550,
  allAttributesMax: 1_000,
  referencesMax: 1_000,
}

/** Metadata, as long as the import takes (metadataLengthMax, in characters). */
export const metadataBounds: XmlBounds = {
  ...responseBounds,
  syntax: 'document',
  bytesMax: 4_194_304,
  nodesMax: 100_000,
  allAttributesMax: 200_000,
  commentsMax: 10_000,
  referencesMax: 200_000,
}

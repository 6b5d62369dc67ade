/** Characters of a filter or of the path of a PATCH operation. */
export const filterLengthMax = 4_000
/** Parentheses, brackets and `not` inside each other. */
export const filterDepthMax = 20
/** Comparisons in one filter. */
export const filterComparisonsMax = 100
/** Operations in one PATCH. */
export const patchOperationsMax = 1_000
/** Comparisons in the paths of one PATCH, each of them with all values of an attribute. Members are not compared. */
export const patchComparisonsMax = 1_000
/** Attributes that a body with those of its extensions, or any object in it, names; unknown ones count. */
export const keysMax = 1_000
/** Characters of one value of a resource. */
export const valueLengthMax = 4_096
/** Values of one attribute with several values, members of groups excepted. */
export const valuesMax = 100
/** Bytes of JSON of a resource, without the members of a group. */
export const resourceBytesMax = 65_536
/** Characters of a value that is looked up: userName, externalId and the name of a group. */
export const indexedLengthMax = 500

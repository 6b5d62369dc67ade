import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { transformedLengthMax, transformEntries } from './transform-rules.ts'

/** Maximum number of typed names in one preview, in addition to names that were seen. */
export const typedNamesMax = 20

const TypedNames = v.optional(
  v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(transformedLengthMax, 'TOO_LONG'))),
    v.maxLength(typedNamesMax, 'TOO_LONG'),
  ),
  [],
)

/** What becomes of one name. */
export const PreviewedName = v.object({
  /** `username` or `group`. */
  kind: v.picklist(['username', 'group']),
  /** As the provider writes it. */
  before: v.string(),
  /** null: the transforms drop it. */
  after: v.nullable(v.string()),
  /** `seen` in a sign-in, or `typed` in the request. */
  source: v.picklist(['seen', 'typed']),
  /** A group to which a role or an application is mapped. */
  mapped: v.boolean(),
  /** Another name in this answer that becomes the same; two usernames that do are refused. */
  sameAs: v.nullable(v.string()),
})
export type PreviewedName = v.InferOutput<typeof PreviewedName>

export const previewTransforms = endpoint({
  name: 'previewTransforms',
  summary: 'Show how transforms would change the names last seen in sign-ins, and names in the request',
  method: 'POST',
  reads: true,
  path: '/portal/admin/tenant/idps/{id}/transforms/preview',
  body: v.strictObject({ ...transformEntries, usernames: TypedNames, groups: TypedNames }),
  reply: v.object({ names: v.array(PreviewedName) }),
})

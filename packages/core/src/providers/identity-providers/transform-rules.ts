import * as v from 'valibot'

import { transformsMax, transformTextLengthMax } from '../../kit/limits.ts'
import { hasControls } from '../../kit/text/rules.ts'

export { transformsMax }

/** A longer value, received or transformed, is dropped. */
export const transformedLengthMax = 500

/** Not trimmed: a suffix may begin with a space, as in ` (External)`. */
const Text = v.pipe(
  v.string(),
  v.nonEmpty('TRANSFORM_TEXT_REQUIRED'),
  v.maxLength(transformTextLengthMax, 'TRANSFORM_TOO_LONG'),
  v.check((text) => !hasControls(text), 'TEXT_CHARACTERS'),
)

const Replacement = v.pipe(
  v.string(),
  v.maxLength(transformTextLengthMax, 'TRANSFORM_TOO_LONG'),
  v.check((text) => !hasControls(text), 'TEXT_CHARACTERS'),
  v.check((text) => /^(?:[^$]|\$[\d$])*$/.test(text), 'TRANSFORM_REPLACEMENT'),
)

/**
 * One change of a name as the provider writes it. Patterns have the syntax of RE2, and match anywhere unless they are
 * anchored; whether a pattern is valid, the server checks. In a replacement, `$0` is the match, `$1` to `$9` are its
 * groups, and `$$` is a dollar sign.
 */
export const NameTransform = v.variant(
  'kind',
  [
    /** `finance, sales` → `finance` and `sales`: only for groups, and first. The separator is not a pattern. */
    v.strictObject({ kind: v.literal('split'), text: Text }),
    v.strictObject({ kind: v.literal('strip-prefix'), text: Text }),
    v.strictObject({ kind: v.literal('strip-suffix'), text: Text }),
    v.strictObject({ kind: v.literal('replace'), pattern: Text, replacement: Replacement }),
    v.strictObject({ kind: v.literal('lower-case') }),
    /** `/sales/finance` → `finance`. */
    v.strictObject({ kind: v.literal('path-end') }),
    /** `CN=Finance,OU=Groups` → `Finance` (RFC 4514). */
    v.strictObject({ kind: v.literal('dn-name') }),
    /** Keeps only names that match. */
    v.strictObject({ kind: v.literal('keep'), pattern: Text }),
  ],
  'TRANSFORM_KIND',
)
export type NameTransform = v.InferOutput<typeof NameTransform>
export type NameTransformKind = NameTransform['kind']

/** In the order in which they are applied. */
const NameTransforms = v.pipe(v.array(NameTransform), v.maxLength(transformsMax, 'TRANSFORMS_TOO_MANY'))

/** A username is a single name: `split` is not allowed. */
export const UsernameTransforms = v.pipe(
  NameTransforms,
  v.check((all) => all.every(({ kind }) => kind !== 'split'), 'TRANSFORM_SPLIT'),
)

/** The transforms after `split` change each of the names that it makes. */
export const GroupTransforms = v.pipe(
  NameTransforms,
  v.check((all) => all.slice(1).every(({ kind }) => kind !== 'split'), 'TRANSFORM_SPLIT'),
)

/** What the configuration of every type has. Applied before username formats and mappings, never to the identity key. */
export const transformEntries = {
  usernameTransforms: v.optional(UsernameTransforms),
  groupTransforms: v.optional(GroupTransforms),
}
export type TransformField = keyof typeof transformEntries
export const transformFieldNames = Object.keys(transformEntries) as readonly TransformField[]

import { nameTransformer, type NameTransform, type TransformedName } from '@portico/core/contract'

import { readPattern, workPerCharacter } from '../../providers/identity-providers/patterns.ts'
import type { AssertedGroup } from './asserted-group.ts'

/** Steps of all patterns for one person's groups: about a second, which a sign-in may take from others. */
const workMax = 20_000_000

/** The claim of a directory, where the id is the group and its name is for display. */
const objectId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type TransformedGroups = {
  /** Those that the transforms leave. */
  readonly groups: readonly AssertedGroup[]
  /** What each name was and what it became. */
  readonly names: readonly TransformedName[]
}

/**
 * Transforms the names of groups. A group that its provider identifies by an id keeps the id, under the new name; every
 * other group is known by its transformed name (decision 68). undefined: the patterns would take too long.
 */
export function transformGroups(
  groups: readonly AssertedGroup[],
  transforms: readonly NameTransform[],
): TransformedGroups | undefined {
  if (transforms.length === 0) return { groups, names: groups.map(unchanged) }
  const characters = groups.reduce((sum, { claim, name = claim }) => sum + name.length, 0)
  if (characters * workPerCharacter(transforms) > workMax) return undefined
  const transform = nameTransformer(transforms, readPattern)
  const hidesNames = transforms.some(({ kind }) => kind === 'keep')
  const kept: AssertedGroup[] = []
  const names: TransformedName[] = []
  for (const group of groups) {
    const { claim, name } = group
    const isById = objectId.test(claim)
    if (isById && name === undefined) {
      // Without its name nothing says whether it would be kept.
      names.push({ before: claim, after: hidesNames ? null : claim, steps: [] })
      if (!hidesNames) kept.push(group)
      continue
    }
    const became = transform(name ?? claim)
    names.push(became)
    const { after } = became
    if (after !== null) kept.push(isById ? { claim, name: after } : { claim, name: after, knownAs: after })
  }
  return { groups: kept, names }
}

function unchanged({ claim, name = claim }: AssertedGroup): TransformedName {
  return { before: name, after: name, steps: [] }
}

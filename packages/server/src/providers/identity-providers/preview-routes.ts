import {
  namesInText,
  nameTransformer,
  previewTransforms,
  type NameTransform,
  type PreviewedName,
} from '@portico/core/contract'

import { invalid, notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { patternFaults, readPattern, workPerCharacter } from './patterns.ts'
import { findProviderRow } from './rows.ts'
import { seenGroups, seenUsernames } from './seen-names.ts'

/** Steps of one preview, about a second at most. */
const workMax = 20_000_000

type Name = Pick<PreviewedName, 'before' | 'source' | 'mapped'>

export const previewRoutes = [
  route(
    previewTransforms,
    ['admin', 'support-changing', 'recovery', 'setup', 'deactivated-tenant'],
    { 400: ['TRANSFORM_PATTERN_LARGE'] },
    async ({ tx, params, body }) => {
      const row = await findProviderRow(tx, params.id)
      if (row === undefined) throw notFound()
      const { usernameTransforms = [], groupTransforms = [] } = body
      const faults = [
        ...patternFaults(usernameTransforms, 'usernameTransforms'),
        ...patternFaults(groupTransforms, 'groupTransforms'),
      ]
      if (faults.length > 0) throw invalid(faults)
      const usernames: Name[] = (await seenUsernames(tx, row.id)).map((before) => seen(before, false))
      const groups: Name[] = (await seenGroups(tx, row.id)).map(({ name, mapped }) => seen(name, mapped))
      return {
        value: {
          names: [
            ...previewed('username', [...body.usernames.map(typed), ...usernames], usernameTransforms),
            ...previewed('group', [...body.groups.map(typed), ...groups], groupTransforms),
          ],
        },
      }
    },
  ),
]

const seen = (before: string, mapped: boolean): Name => ({ before, source: 'seen', mapped })
const typed = (before: string): Name => ({ before, source: 'typed', mapped: false })

function previewed(
  kind: PreviewedName['kind'],
  names: readonly Name[],
  transforms: readonly NameTransform[],
): PreviewedName[] {
  const characters = names.reduce((sum, { before }) => sum + before.length, 0)
  if (characters * workPerCharacter(transforms) > workMax)
    throw invalid([{ errorID: 'TRANSFORM_PATTERN_LARGE', fieldID: `${kind}Transforms` }])
  const transform = nameTransformer(transforms, readPattern)
  const all = names.flatMap((name) =>
    namesInText(name.before, transforms).map((part) => ({ ...name, after: transform(part).after })),
  )
  return all.map((one) => {
    const same = all.filter(({ after, before }) => after !== null && after === one.after && before !== one.before)
    // Becoming a mapped group matters most.
    return { kind, ...one, sameAs: (same.find(({ mapped }) => mapped) ?? same[0])?.before ?? null }
  })
}

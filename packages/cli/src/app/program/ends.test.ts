import { expect, test } from 'vitest'

import { nouns } from './nouns.ts'

/** The heads of columns whose time is an end: `3d` under them would not say whether it has passed. */
const endLabels = /^(?:Expires|Ends|Reverts|Next expiry|Next attempt|URL expires|.* until)$/

const times = nouns.flatMap(({ name, fields }) =>
  fields.filter(({ kind }) => kind === 'time').map((field) => [`${name} ${field.name}`, field] as const),
)

test.each(times)('%s is marked as an end if its head says so', (_, { label, isEnd }) => {
  // `When` of the overview is the end of something, or a failed sign-in.
  if (label !== 'When') expect(isEnd === true).toBe(endLabels.test(label))
})

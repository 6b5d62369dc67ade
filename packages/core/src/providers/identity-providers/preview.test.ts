import { expect, it } from 'vitest'

import type { EditorParts } from '../../kit/editing/noun.ts'
import { createIdentityProviderForm } from './form.ts'
import { createTransformPreview } from './preview.ts'
import { linesOfRows, movedRow, transformRowsOf } from './transform-rows.ts'

it('a preview asks one call at a time, ends with what was typed last, and is not asked about broken transforms', async () => {
  const form = createIdentityProviderForm('OIDC')
  const sent: unknown[] = []
  const answers: (() => void)[] = []
  const client = {
    call: (_: unknown, { body }: { body: { groupTransforms: unknown } }) => {
      sent.push(body.groupTransforms)
      return new Promise((resolve) =>
        answers.push(() => resolve({ ok: true, value: { names: [{ before: `${sent.length}` }] } })),
      )
    },
  } as unknown as EditorParts['client']
  const preview = createTransformPreview(client, () => ({ form: form.getState(), id: 'p' }))
  form.setField('groupTransforms', 'strip-prefix a')
  const done = preview.run()
  for (const text of ['strip-prefix ab', 'strip-prefix ', 'strip-prefix abc']) {
    form.setField('groupTransforms', text)
    await preview.run()
  }
  expect(sent.length).toBe(1)
  answers[0]?.()
  await expect.poll(() => answers.length).toBe(2)
  form.setField('groupTransforms', 'strip-prefix ')
  answers[1]?.()
  await done
  expect(sent).toEqual([[{ kind: 'strip-prefix', text: 'a' }], [{ kind: 'strip-prefix', text: 'abc' }]])
  expect(preview.getState()).toMatchObject({ isAsking: false, names: [{ before: '2' }] })
})

it('rows of transforms are moved by one place and stay within the list', () => {
  const rows = transformRowsOf('lower-case\nreplace /a/b/\nkeep x')
  expect(linesOfRows(movedRow(rows, 2, -1))).toBe('lower-case\nkeep x\nreplace /a/b/')
  expect(linesOfRows(movedRow(rows, 0, -1))).toBe(linesOfRows(rows))
  expect(linesOfRows(movedRow(rows, 2, 1))).toBe(linesOfRows(rows))
})

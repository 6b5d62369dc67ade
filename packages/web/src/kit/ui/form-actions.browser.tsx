import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { FormActions } from './form-actions.tsx'
import { draw } from './testing/draw.tsx'

const reason = 'Base URL: A value is required.'

test.each([
  [true, ''],
  [false, reason],
])('why Save is disabled is written; announced unless no field was visited (%s)', async (isReasonQuiet, said) => {
  await draw(
    <FormActions
      isEdit
      isSavable={false}
      hasChanges={false}
      isSaving={false}
      reason={reason}
      isReasonQuiet={isReasonQuiet}
      onDiscard={() => undefined}
    />,
  )
  await expect.element(page.getByText(reason)).toBeVisible()
  expect(document.querySelector('output')?.textContent).toBe(said)
})

test.each([
  [false, true],
  [true, false],
])('what is read-only can be neither saved, discarded nor deleted (%s)', async (isReadonly, isEnabled) => {
  const none = () => undefined
  await draw(
    <FormActions
      isEdit
      isSavable
      hasChanges
      isSaving={false}
      isReadonly={isReadonly}
      reason={undefined}
      onDiscard={none}
      onDelete={none}
    />,
  )
  for (const name of ['Save', 'Discard', 'Delete']) {
    const button = page.getByRole('button', { name, exact: true })
    await expect.element(button, { message: name })[isEnabled ? 'toBeEnabled' : 'toBeDisabled']()
  }
})

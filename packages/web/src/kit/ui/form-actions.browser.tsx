import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { FormActions } from './form-actions.tsx'
import { draw } from './testing/draw.tsx'

afterEach(() => page.viewport(1280, 800))

const button = (name: string) => page.getByRole('button', { name, exact: true })
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
    await expect.element(button(name), { message: name })[isEnabled ? 'toBeEnabled' : 'toBeDisabled']()
  }
})

const actions = (hasChanges: boolean) => (
  <FormActions
    isEdit
    isSavable={hasChanges}
    hasChanges={hasChanges}
    isSaving={false}
    reason={hasChanges ? undefined : 'Nothing has changed.'}
    onDiscard={() => undefined}
    onDelete={() => undefined}
  />
)

test('on a small window the bar of an unchanged object has only Delete, and is a part of the page', async () => {
  await page.viewport(390, 800)
  await draw(actions(false))
  await expect.element(button('Delete')).toBeVisible()
  expect(button('Save').query()).toBeNull()
  expect(getComputedStyle(button('Delete').element().parentElement ?? document.body).position).toBe('static')
})

test('on a small window the bar of a changed object has Save and Discard in one line', async () => {
  await page.viewport(390, 800)
  await draw(actions(true))
  await expect.element(button('Save')).toBeVisible()
  expect(button('Delete').query()).toBeNull()
  const tops = ['Save', 'Discard'].map((name) => button(name).element().getBoundingClientRect().top)
  expect(tops[0]).toBe(tops[1])
})

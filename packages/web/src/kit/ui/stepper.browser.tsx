import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { Stepper } from './stepper.tsx'
import { draw } from './testing/draw.tsx'

const steps = ['Identity Provider Type', 'Configuration', 'Username Format']

const spoken = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => [item.querySelector('span:not([aria-hidden])')?.textContent, item.getAttribute('aria-current')])

test('a stepper names each step, the current one, and those that are done', async () => {
  await draw(<Stepper label="Steps of the setup" steps={steps} current={2} />)
  await expect.element(page.getByRole('navigation', { name: 'Steps of the setup' })).toBeVisible()
  expect(spoken()).toEqual([
    ['Step 1 of 3: Identity Provider Type (done)', null],
    ['Step 2 of 3: Configuration', 'step'],
    ['Step 3 of 3: Username Format', null],
  ])
})

test('a stepper past its last step marks all as done', async () => {
  await draw(<Stepper label="Steps of the setup" steps={steps} current={4} />)
  await expect.element(page.getByRole('navigation', { name: 'Steps of the setup' })).toBeVisible()
  expect(spoken().map(([text]) => text?.endsWith('(done)'))).toEqual([true, true, true])
})

test('a stepper fits into 320 pixels', async () => {
  await page.viewport(320, 640)
  await draw(<Stepper label="Steps of the setup" steps={steps} current={1} />)
  await expect.element(page.getByText('Configuration')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

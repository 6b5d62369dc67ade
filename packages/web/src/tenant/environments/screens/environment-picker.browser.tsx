import type { HttpRequest } from '@portico/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { answer, draw } from '../../../kit/ui/testing/draw.tsx'
import { environmentChoice } from '../environment-choice.ts'
import { ChoiceContext } from '../use-choice.ts'
import { EnvironmentPicker } from './environment-picker.tsx'

const environments = [
  { id: 'e1', name: 'Production', type: 'PROD' },
  { id: 'e2', name: 'Staging', type: 'TEST' },
]

function send({ path }: HttpRequest) {
  const isList = path.split('?')[0]?.endsWith('/portal/environments')
  return Promise.resolve(isList ? answer(200, { environments, selected: null }) : answer(404, {}))
}

const branding = {
  companyName: 'Acme Industries',
  hasOwnName: true,
  applicationName: 'App Portal',
  supportUrl: null,
  analyticsInfoUrl: null,
  logo: null,
  primaryColor: null,
  accentColor: null,
}
async function drawPicker(privacyPolicyUrl: string) {
  await draw(
    (core) => {
      core.branding.setState({ branding: { ...branding, privacyPolicyUrl } })
      return (
        <ChoiceContext value={environmentChoice(() => sessionStorage)}>
          <EnvironmentPicker />
        </ChoiceContext>
      )
    },
    { send },
  )
  await expect.element(page.getByRole('button', { name: /^Staging/ })).toBeVisible()
}

const link = () => page.getByRole('link', { name: 'Privacy policy' })

test('the selection of an environment links to the privacy policy', async () => {
  await drawPicker('https://acme.example/privacy')
  await expect.element(link()).toHaveAttribute('href', 'https://acme.example/privacy')
})

test.each(['', 'javascript:alert(1)'])('it has no link where the address of the policy is "%s"', async (address) => {
  await drawPicker(address)
  expect(link().elements()).toEqual([])
})

import type { Core } from '@portico/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { Button } from '../ui/button.tsx'
import { draw } from '../ui/testing/draw.tsx'
import { Changeable, Lockable } from './changeable.tsx'

type Banner = { readonly title: string; readonly message: string; readonly readonly?: boolean }

const session = (core: Core, banner?: Banner) => {
  const user = { nickname: 'kofi', name: 'Kofi', tenantName: 'Acme', environmentName: null, routes: [] }
  core.launcher.setState({ user: banner === undefined ? user : { ...user, banner } })
}
const support = { title: 'Support session', message: '' }
const reading = { ...support, readonly: true }
const never = 'A support session cannot do this, whatever the tenant allows. Ask an administrator of the tenant.'
const readOnly = 'The administrators of this tenant only allow support to read. Ask them to allow changes.'

function Parts() {
  return (
    <>
      <Lockable>
        <Changeable>
          <Button>Rename</Button>
        </Changeable>
        <Changeable>
          <Button>Reset</Button>
        </Changeable>
      </Lockable>
      <Changeable never>
        <Button>Hand over</Button>
      </Changeable>
    </>
  )
}

test.each([
  ['a person', undefined, { Rename: true, Reset: true, 'Hand over': true }, []],
  ['support that may change', support, { Rename: true, Reset: true, 'Hand over': false }, [never]],
  ['support that may only read', reading, { Rename: false, Reset: false, 'Hand over': false }, [readOnly, never]],
] as const)(
  '%s finds what it cannot use locked, below its reason, which is given once',
  async (_, banner, usable, reasons) => {
    await draw((core) => {
      session(core, banner)
      return <Parts />
    })
    for (const [name, isUsable] of Object.entries(usable)) {
      const button = page.getByRole('button', { name })
      await (isUsable ? expect.element(button).toBeEnabled() : expect.element(button).toBeDisabled())
    }
    const said = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
    await expect.poll(said).toEqual(reasons)
  },
)

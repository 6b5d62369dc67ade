import { createPrimarySwitch, groupChoices, listOf, type IdentityProvider } from '@portico/core'
import type { FormEvent } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { GroupPicker } from '../../people/groups/group-picker.tsx'
import { Button } from '../../kit/ui/button.tsx'
import form from '../../kit/ui/form-page.module.css'
import { TextField } from '../../kit/ui/text-field.tsx'
import { RehearsalDialog } from './rehearsal-dialog.tsx'

/** Chooses a group of a provider that is not the primary one, which starts the switch to it (spec section 4). */
export function ChooseSwitch({ provider: { id, name } }: { readonly provider: Pick<IdentityProvider, 'id' | 'name'> }) {
  const core = useCore()
  const words = useWords()
  const store = core.lazily(createPrimarySwitch)
  const { group, grace, problems, rehearsal, busy } = useStore(store)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void store.rehearse()
  }
  return (
    <form className={form['fields']} onSubmit={submit} noValidate>
      <p>{words.say('idpSwitch.explained', { idpName: name })}</p>
      <GroupPicker
        key={id}
        label={words.say('idpSwitch.group', { idpName: name })}
        list={listOf(core, groupChoices)}
        scope={id}
        isOne
        chosen={group === undefined ? [] : [group]}
        error={problems.group && words.say(problems.group)}
        onChange={([chosen]) => store.chooseGroup(chosen)}
      />
      <TextField
        label={words.say('idpSwitch.graceLabel')}
        hint={words.say('idpSwitch.graceHint')}
        error={problems.grace && words.say(problems.grace)}
        announces
        dir="ltr"
        value={grace}
        maxLength={8}
        onChange={(text) => store.typeGrace(text)}
      />
      <div>
        <Button type="submit" look="primary" busy={busy === 'rehearsing'}>
          {words.say('idpSwitch.rehearse')}
        </Button>
      </div>
      {rehearsal !== undefined && <RehearsalDialog rehearsal={rehearsal} />}
    </form>
  )
}

import { createSetup, type SetupGroup } from '@portico/core'
import { useState, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import panel from '../../providers/identity-providers/test-panel.module.css'
import { Button, ButtonLink } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import styles from './setup.module.css'

/** Initial Group Assignment for the Security Admin (spec section 2): one of the groups of the test login. */
export function GroupAssignment() {
  const words = useWords()
  const store = useCore().lazily(createSetup)
  const { groups: read, isBusy, finished } = useStore(store)
  const [claim, setClaim] = useState<string>()
  const [wasAsked, setAsked] = useState(false)
  const groups = read?.groups ?? []
  const chosen: SetupGroup | undefined = groups.find((one) => one.claim === claim)
  const isMissing = wasAsked && chosen === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    void store.assign(chosen)
  }
  return (
    <section className={panel['root']} aria-labelledby="first-group">
      <h2 id="first-group">{words.say('setup.group.title')}</h2>
      {read?.username == null ? (
        <p>{words.say('setup.group.first')}</p>
      ) : groups.length === 0 ? (
        <p role="note">{words.say('setup.group.none')}</p>
      ) : (
        <form noValidate onSubmit={submit}>
          <fieldset className={styles['groups']} aria-describedby={isMissing ? 'group-error' : undefined}>
            <legend className={formPage['hint']}>{words.say('setup.group.lead', { username: read.username })}</legend>
            {groups.map((group) => (
              <label key={group.claim}>
                <input
                  type="radio"
                  name="group"
                  checked={group.claim === claim}
                  onChange={() => setClaim(group.claim)}
                />
                <bdi>{group.name === group.claim ? group.name : `${group.name} (${group.claim})`}</bdi>
              </label>
            ))}
          </fieldset>
          <p id="group-error" role="alert" className={formPage['problem']}>
            {isMissing && words.say('SETUP_GROUP_REQUIRED')}
          </p>
          <Button type="submit" look="primary" busy={isBusy}>
            {words.say('setup.group.assign')}
          </Button>
        </form>
      )}
      {finished !== undefined && (
        <Dialog
          title={words.say('setup.finished.title')}
          actions={
            <ButtonLink look="primary" href={finished.signInUrl} data-initial-focus="">
              {words.say('setup.finished.signIn')}
            </ButtonLink>
          }
        >
          <p>{words.say('setup.finished.text', { group: finished.group })}</p>
        </Dialog>
      )}
    </section>
  )
}

import { createRecoveryCodesStore, recoveryFacts, recoveryWarning, repairSessionSecs } from '@portico/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { Button, ButtonLink } from '../../../kit/ui/button.tsx'
import { Dialog } from '../../../kit/ui/dialog.tsx'
import { Facts } from '../../../kit/ui/facts.tsx'
import form from '../../../kit/ui/form-page.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { TextField } from '../../../kit/ui/text-field.tsx'
import { Changeable } from '../../../kit/editing/changeable.tsx'
import { ShownCodes } from '../shown-codes.tsx'

/** State of the tenant's recovery codes; making and drilling them. */
export default function RecoveryCodesSection() {
  const core = useCore()
  const words = useWords()
  const store = core.lazily(createRecoveryCodesStore)
  const { codes, shown, typed, error, isBusy, needsSignIn } = useStore(store)
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    void store.open()
    return () => store.hide()
  }, [store])
  if (codes === undefined) return <Loading />
  const warning = recoveryWarning(codes, core.clock.now())
  const exist = codes.made !== null
  const again = `/login?${new URLSearchParams({ returnPath: window.location.pathname, fresh: 'true' }).toString()}`
  return (
    <section className={form['fields']} aria-labelledby="recovery-codes">
      <div>
        <h2 id="recovery-codes">{words.say('recoveryCodes.title')}</h2>
        <p className={form['lead']}>{words.say('recoveryCodes.lead', { minutes: repairSessionSecs / 60 })}</p>
      </div>
      {warning !== undefined && (
        <p className={form['note']} role="status">
          {words.say(warning.id, { days: warning.days })}
        </p>
      )}
      {exist && <Facts facts={recoveryFacts(codes, words)} />}
      {shown.length > 0 && <ShownCodes codes={shown} onHide={() => store.hide()} />}
      {needsSignIn && (
        <p>
          <ButtonLink look="primary" href={again}>
            {words.say('recoveryCodes.signInAgain')}
          </ButtonLink>
        </p>
      )}
      <Changeable never>
        {exist && codes.codesLeft > 0 && (
          <form
            className={form['fields']}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void store.drill()
            }}
          >
            <TextField
              label={words.say('recoveryCodes.code')}
              hint={words.say('recoveryCodes.drillLead')}
              dir="ltr"
              value={typed}
              error={error}
              announces
              autoCapitalize="characters"
              onChange={(text) => store.type(text)}
            />
            <div>
              <Button type="submit" busy={isBusy}>
                {words.say('recoveryCodes.drill')}
              </Button>
            </div>
          </form>
        )}
        <div>
          <Button
            look={exist ? 'outline' : 'primary'}
            busy={isBusy}
            onClick={() => (exist ? setAsks(true) : void store.make())}
          >
            {words.say(exist ? 'recoveryCodes.makeNew' : 'recoveryCodes.make')}
          </Button>
        </div>
      </Changeable>
      {asks && (
        <Dialog
          title={words.say('recoveryCodes.makeNew')}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button data-initial-focus onClick={() => setAsks(false)}>
                {words.say('form.cancel')}
              </Button>
              <Button
                look="primary"
                onClick={() => {
                  setAsks(false)
                  void store.make()
                }}
              >
                {words.say('recoveryCodes.makeNew')}
              </Button>
            </>
          }
        >
          <p>{words.say('recoveryCodes.makeNewAsk')}</p>
        </Dialog>
      )}
    </section>
  )
}

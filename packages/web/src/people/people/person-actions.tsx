import { canDeactivate, canReactivate, createPeople, type PersonDetail } from '@portico/core'
import { useState } from 'react'

import { useCore, useIsSupport, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'

const kinds = ['signOut', 'deactivate', 'reactivate'] as const
type Kind = (typeof kinds)[number]

/** What can be done about a person, each after a question. You cannot deactivate yourself, and a support session can do none of it. */
export function PersonActions({ person, onDone }: { readonly person: PersonDetail; readonly onDone: () => void }) {
  const words = useWords()
  const people = useCore().lazily(createPeople)
  const [asked, setAsked] = useState<Kind>()
  const [isBusy, setBusy] = useState(false)
  const act = async (kind: Kind) => {
    setBusy(true)
    const isDone = await people[kind](person)
    setBusy(false)
    setAsked(undefined)
    if (isDone) onDone()
  }
  const mayDo: Readonly<Record<Kind, boolean>> = {
    signOut: person.active,
    deactivate: !person.isYou && canDeactivate(person),
    reactivate: canReactivate(person),
  }
  const isSupport = useIsSupport()
  const offered = kinds.filter((kind) => mayDo[kind] && !isSupport)
  return (
    <>
      {offered.map((kind) => (
        <Button key={kind} look={kind === 'reactivate' ? 'primary' : 'outline'} onClick={() => setAsked(kind)}>
          {words.say(`people.${kind}`)}
        </Button>
      ))}
      {asked !== undefined && (
        <Dialog
          title={words.say(`people.${asked}`)}
          onClose={() => setAsked(undefined)}
          actions={
            <>
              <Button data-initial-focus="" onClick={() => setAsked(undefined)}>
                {words.say('form.cancel')}
              </Button>
              <Button
                look={asked === 'reactivate' ? 'primary' : 'danger'}
                busy={isBusy}
                onClick={() => void act(asked)}
              >
                {words.say(`people.${asked}`)}
              </Button>
            </>
          }
        >
          <p>{words.say(`people.${asked}.ask`, { name: person.name, username: person.username })}</p>
        </Dialog>
      )}
    </>
  )
}

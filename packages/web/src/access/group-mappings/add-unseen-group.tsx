import { createGroups, type Group } from '@portico/core'
import { useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { PlusIcon } from '../../kit/ui/admin-icons.tsx'
import { Button } from '../../kit/ui/button.tsx'
import texts from '../../kit/ui/texts.module.css'
import styles from './group-mappings.module.css'

type Properties = { readonly idp: string; readonly text: string; readonly onAdded: (group: Group) => void }

/** Adds a group that no sign-in has named yet, by the text that the search did not find. */
export function AddUnseenGroup({ idp, text, onAdded }: Properties) {
  const words = useWords()
  const groups = useCore().lazily(createGroups)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ readonly text: string; readonly sentence: string }>()
  const add = async () => {
    setBusy(true)
    const { group, sentence } = await groups.add(idp, text)
    setBusy(false)
    setRefused(sentence === undefined ? undefined : { text, sentence })
    if (group !== undefined) onAdded(group)
  }
  return (
    <div className={styles['unseen']}>
      <p className={styles['provider']}>{words.say('mapping.unseen')}</p>
      <Button busy={isBusy} onClick={() => void add()}>
        <PlusIcon />
        {words.say('mapping.addUnseen', { text })}
      </Button>
      <p role="alert" className={texts['danger']}>
        {refused?.text === text ? refused.sentence : ''}
      </p>
    </div>
  )
}

import { addableApplications, canAddApplication } from '@portico/core'
import { useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../portal/context.tsx'
import { PlusIcon } from '../ui/admin-icons.tsx'
import { Button } from '../ui/button.tsx'
import { Dropdown } from '../ui/dropdown.tsx'
import styles from './add-application.module.css'
import type { FormModel } from './form-model.ts'

/** Spec section 4: fetches the application's roles, adds it, and it leaves the dropdown. */
export function AddApplication({ model }: { model: FormModel }) {
  const words = useWords()
  const { applications, isFetching } = useStore(useCore().applications)
  const choices = addableApplications(
    applications,
    useStore(model.form, (state) => state.dependencies),
  )
  const [selectedId, select] = useState<string>()
  const [isAdding, setAdding] = useState(false)
  const canAdd = canAddApplication(choices, selectedId)
  const add = async () => {
    const choice = choices.find((one) => one.id === selectedId)
    if (choice === undefined || isAdding) return
    setAdding(true)
    await model.addApplication(choice)
    setAdding(false)
    select(undefined)
  }
  if (choices.length === 0 && !isFetching) {
    return applications.length === 0 ? null : <p className={styles['soft']}>{words.say('dependency.allAdded')}</p>
  }
  return (
    <div className={styles['root']}>
      <div className={styles['dropdown']}>
        <Dropdown
          label={words.say('dependency.application')}
          items={choices.map(({ id, label, urn }) => ({ id, label, detail: urn }))}
          searchLabel={words.say('dependency.search')}
          noMatch={words.say('roles.noApplications')}
          placeholder={words.say('dependency.choose')}
          selectedId={selectedId}
          onSelect={select}
        />
      </div>
      <Button disabled={!canAdd} busy={isAdding} onClick={() => void add()}>
        <PlusIcon />
        {words.say('dependency.add')}
      </Button>
    </div>
  )
}

import {
  addableApplications,
  applicationList,
  canAddApplication,
  listOf,
  type ServiceAccountEditor,
} from '@portico/core'
import { useEditor, useList } from '@portico/core/react'
import { useState } from 'react'

import { useEntry } from '../../kit/editing/use-entry.ts'
import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { PlusIcon } from '../../kit/ui/admin-icons.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dropdown } from '../../kit/ui/dropdown.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import styles from './add-application.module.css'

/** Spec section 4: fetches the application's roles, adds it to the grid and removes it from the dropdown. */
export function AddApplication({ editor }: { editor: ServiceAccountEditor }) {
  const words = useWords()
  const { held: applications = [], isFetching } = useList(listOf(useCore(), applicationList))
  const { form } = useEditor(editor)
  const choices = addableApplications(applications, form.dependencies)
  const [isAdding, setAdding] = useState(false)
  const entry = useEntry(editor, 'dependencies', {
    label: words.say('field.dependencies'),
    async add(id) {
      const choice = choices.find((one) => one.id === id)
      if (choice !== undefined) await editor.addApplication(choice)
      return undefined
    },
  })
  const selectedId = entry.text || undefined
  const add = async () => {
    if (isAdding) return
    setAdding(true)
    await entry.add()
    setAdding(false)
  }
  if (choices.length === 0 && !isFetching) {
    return applications.length === 0 ? null : <p className={formPage['hint']}>{words.say('dependency.allAdded')}</p>
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
          onSelect={(id) => entry.type(id, choices.find((one) => one.id === id)?.label)}
        />
      </div>
      <Button disabled={!canAddApplication(choices, selectedId)} busy={isAdding} onClick={() => void add()}>
        <PlusIcon />
        {words.say('dependency.add')}
      </Button>
    </div>
  )
}

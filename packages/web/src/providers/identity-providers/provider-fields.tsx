import { configFieldsOf, configSectionsOf, type ConfigField, type IdentityProviderEditor } from '@portico/core'
import { useAsked, useProblem } from '@portico/core/react'
import { useState } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Checkbox } from '../../kit/ui/checkbox.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import { ConfigInput } from './config-input.tsx'
import styles from './provider-form.module.css'

type GeneralProperties = {
  readonly editor: IdentityProviderEditor
  /** A setup enables the provider when it is complete. */
  readonly isSetup?: boolean
}

/** Every field of spec section 3 for this type: the common ones by section, the others under "More settings". */
export function ProviderFields({ editor, isSetup = false }: GeneralProperties) {
  const fields = configFieldsOf(editor.getState().form.type)
  return (
    <div className={styles['sections']}>
      <GeneralFields editor={editor} isSetup={isSetup} />
      <Sections editor={editor} fields={fields.filter((field) => field.common)} />
      <MoreFields editor={editor} fields={fields.filter((field) => !field.common)} />
    </div>
  )
}

function GeneralFields({ editor, isSetup }: GeneralProperties) {
  const words = useWords()
  const name = useStore(editor, ({ form: state }) => state.name)
  const isEnabled = useStore(editor, ({ form: state }) => state.enabled)
  const isPrimary = useStore(editor, (view) => view.stored?.primary ?? false)
  const enabledProblem = useProblem(editor, 'enabled')
  return (
    <section className={styles['section']} aria-labelledby="general">
      <h2 id="general">{words.say('idp.general')}</h2>
      <div className={styles['fields']}>
        <TextField
          label={words.say('idp.name')}
          value={name}
          required
          hint={words.say('idp.nameHint')}
          error={useProblem(editor, 'name')}
          onChange={(text) => editor.setName(text)}
          onBlur={() => editor.visit('name')}
        />
        {!isSetup && (
          <Checkbox
            label={words.say('idp.enabled')}
            isChecked={isEnabled}
            hint={words.say(isPrimary ? 'IDP_PRIMARY' : 'idp.enabledHint')}
            error={enabledProblem}
            disabled={isPrimary && isEnabled}
            onChange={(isChecked) => editor.setEnabled(isChecked)}
          />
        )}
      </div>
    </section>
  )
}

type Properties = { readonly editor: IdentityProviderEditor; readonly fields: readonly ConfigField[] }

/** `within` distinguishes sections with the same name. */
function Sections({ editor, fields, within }: Properties & { readonly within?: string }) {
  const words = useWords()
  return configSectionsOf(fields).map(({ section, fields: own }) => (
    <section
      key={section}
      className={styles['section']}
      aria-label={[within, words.text(section)].filter(Boolean).join(': ')}
    >
      <h2>{words.text(section)}</h2>
      <div className={own.some(({ kind }) => kind === 'certificate') ? styles['cards'] : styles['fields']}>
        {own.map((field) => (
          <ConfigInput key={field.name} editor={editor} field={field} />
        ))}
      </div>
    </section>
  ))
}

/** Closed at first; open if a field inside has a violation. */
function MoreFields({ editor, fields }: Properties) {
  const words = useWords()
  const names = fields.map((field) => field.name)
  const hasViolation = useAsked(editor, () => editor.violations().some((one) => names.includes(one.fieldID)))
  const hasProblem = useAsked(editor, () => names.some((name) => editor.problemOf(name) !== undefined))
  const [isOpened, setOpened] = useState(false)
  return (
    <details
      className={styles['more']}
      open={isOpened || hasViolation || hasProblem}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <strong>{words.say('idp.more')}</strong> {words.say('idp.moreHint', { count: fields.length })}
      </summary>
      <div className={styles['sections']}>
        <Sections editor={editor} fields={fields} within={words.say('idp.more')} />
      </div>
    </details>
  )
}

import {
  createSetup,
  identityProviderTypes,
  setupProductOf,
  setupProducts,
  typeNames,
  type IdentityProviderType,
  type Setup,
  type SetupChoice,
} from '@portico/core'
import { useState, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { useCore, useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import cards from '../../providers/identity-providers/screens/create-provider.module.css'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { setupStepPath } from '../../kit/navigation/paths.ts'
import styles from './setup.module.css'

/** Step 1: the product, or the type of another one (spec section 5: 'Please select a type.'). */
export function TypeStep({ setup }: { setup: Setup }) {
  const words = useWords()
  const store = useCore().lazily(createSetup)
  const navigator = useNavigator()
  const isBusy = useStore(store, (state) => state.isBusy)
  const [choice, setChoice] = useState<SetupChoice>({ type: setup.type, product: setup.product })
  const [wasAsked, setAsked] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const types = setupProductOf(choice.product)?.types ?? []
  const save = async () => {
    setDiscarding(false)
    if (await store.choose(choice)) navigator.go(setupStepPath(2))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (choice.type === null) return
    if (store.discards(choice)) setDiscarding(true)
    else void save()
  }
  const isMissing = wasAsked && choice.type === null
  return (
    <form onSubmit={submit} noValidate className={styles['stack']}>
      <fieldset className={cards['cards']} aria-describedby={isMissing ? 'type-error' : undefined}>
        <legend className={formPage['hint']}>{words.say('setup.type.lead')}</legend>
        {setupProducts.map(({ id, name, types: spoken }) => (
          <Card
            key={id}
            name={name}
            summary={spoken.map((one) => typeNames[one].name).join(', ')}
            isChosen={choice.product === id}
            onChoose={() => setChoice({ product: id, type: spoken[0] })}
          />
        ))}
      </fieldset>
      <fieldset className={cards['cards']}>
        <legend className={formPage['hint']}>
          {words.say('setup.type.others')}. {words.say('setup.type.othersHint')}
        </legend>
        {identityProviderTypes.map((type) => (
          <Card
            key={type}
            name={typeNames[type].name}
            summary={words.text(typeNames[type].summary)}
            isChosen={choice.product === null && choice.type === type}
            onChoose={() => setChoice({ product: null, type })}
          />
        ))}
      </fieldset>
      {types.length > 1 && (
        <fieldset className={styles['groups']}>
          <legend className={formPage['hint']}>{words.say('setup.type.kind')}</legend>
          {types.map((type) => (
            <label key={type}>
              <input
                type="radio"
                name="kind"
                checked={choice.type === type}
                onChange={() => setChoice({ ...choice, type: type satisfies IdentityProviderType })}
              />
              {typeNames[type].name}
            </label>
          ))}
        </fieldset>
      )}
      <p id="type-error" role="alert" className={formPage['problem']}>
        {isMissing && words.say('IDP_TYPE')}
      </p>
      <div className={styles['actions']}>
        <Button type="submit" look="primary" busy={isBusy}>
          {words.say('setup.next')}
        </Button>
      </div>
      {isDiscarding && (
        <Dialog
          title={words.say('setup.type.changeTitle')}
          onClose={() => setDiscarding(false)}
          actions={
            <>
              <Button data-initial-focus="" onClick={() => setDiscarding(false)}>
                {words.say('form.cancel')}
              </Button>
              <Button look="danger" onClick={() => void save()}>
                {words.say('setup.type.discard')}
              </Button>
            </>
          }
        >
          <p>{words.say('setup.type.change', { name: setup.provider?.name ?? '' })}</p>
        </Dialog>
      )}
    </form>
  )
}

type CardProperties = {
  readonly name: string
  readonly summary: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Card({ name, summary, isChosen, onChoose }: CardProperties) {
  return (
    <label className={cards['card']}>
      <input type="radio" name="choice" checked={isChosen} onChange={onChoose} />
      <strong>{name}</strong>
      <span>{summary}</span>
    </label>
  )
}

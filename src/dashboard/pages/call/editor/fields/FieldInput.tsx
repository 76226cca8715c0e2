import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'

import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import { createEmptyValue, type FieldValue } from '#chains/evm/operation/callFields.ts'
import type { Field as CallField, FieldShape } from '#chains/evm/operation/abiFunctions.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { Button, IconButton } from '#dashboard/components/forms/Button.tsx'
import { Field } from '#dashboard/components/forms/Field.tsx'
import { Segmented } from '#dashboard/components/forms/Segmented.tsx'
import { translate } from '../../../../language/translate.ts'
import { findAmountToken } from '../../../signing/operations/decoding/findAmountToken.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { IntegerInput, type IntegerUnit } from './IntegerInput.tsx'

/** Context shared by all fields of a call. */
export type FieldContext = {
  /** The user's own account, offered for address fields. */
  account: string | undefined
  units: readonly IntegerUnit[]
  /** What the chain says of the contract, which names the unit of its own amounts. */
  facts: ContractFacts | undefined
  /** Returns the error at a path such as `0.2`; undefined while the field is only empty. */
  findErrorAt: (path: string) => string | undefined
}

/** An input by its ABI type; members of a tuple and items of an array are inputs themselves. */
export function FieldInput(props: FieldInput.Props) {
  const { field, path, context, value, onChange } = props
  const { shape } = field
  const label = field.name === '' ? (props.fallbackName ?? 'value') : field.name
  switch (shape.kind) {
    case 'tuple':
      return <TupleInput {...props} shape={shape} label={label} />
    case 'array':
      return <ArrayInput {...props} shape={shape} label={label} />
    case 'bool':
      return (
        <Group label={label} type={field.type}>
          <Segmented
            label={label}
            value={value === 'true' ? 'true' : 'false'}
            options={[
              { value: 'true', label: 'true' },
              { value: 'false', label: 'false' },
            ]}
            onValueChange={onChange}
          />
        </Group>
      )
    case 'uint':
    case 'int':
      return (
        <IntegerInput
          label={label}
          type={field.type}
          value={toText(value)}
          units={context.units}
          own={findAmountToken(field, context.facts)}
          error={context.findErrorAt(path)}
          onValueChange={onChange}
        />
      )
    case 'address':
      return <AddressInput {...props} label={label} />
    case 'bytes':
    case 'string':
      return (
        <Field
          label={<FieldLabel name={label} type={field.type} />}
          value={toText(value)}
          error={context.findErrorAt(path)}
          placeholder={shape.kind === 'bytes' ? '0x' : ''}
          {...plainText}
          onChange={({ target }) => onChange(target.value)}
        />
      )
  }
}

export declare namespace FieldInput {
  type Props = {
    field: CallField
    /** Its path among the arguments. */
    path: string
    value: FieldValue
    context: FieldContext
    /** Name for a field that has none in the ABI. */
    fallbackName?: string
    onChange: (value: FieldValue) => void
  }
}

type Inner = FieldInput.Props & { label: string }

const plainText = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const

function AddressInput(props: Inner) {
  const { field, path, context, value, label, onChange } = props
  const { account } = context
  const text = toText(value)
  const isOwn = account !== undefined && isSameAddress(text.trim(), account)
  return (
    <Field
      label={<FieldLabel name={label} type={field.type} />}
      value={text}
      className="mono text-sm max-sm:text-xs max-sm:tracking-tighter"
      placeholder="0x"
      error={context.findErrorAt(path)}
      hint={isOwn ? translate('Your account') : undefined}
      {...plainText}
      trailing={
        account !== undefined &&
        text === '' && (
          <Button size="sm" variant="link" onClick={() => onChange(account)}>
            {translate('My account')}
          </Button>
        )
      }
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function TupleInput(props: Inner & { shape: Extract<FieldShape, { kind: 'tuple' }> }) {
  const { shape, path, value, context, label, onChange } = props
  const parts = typeof value === 'string' ? [] : value
  return (
    <Group label={label} type="tuple" error={context.findErrorAt(path)}>
      <div className="mt-1.5 flex flex-col gap-4 border-l-2 border-line py-1 pl-4">
        {shape.fields.map((part, index) => (
          <FieldInput
            key={`${index}${part.name}`}
            field={part}
            path={`${path}.${index}`}
            fallbackName={translate('part {number}', { number: index + 1 })}
            value={parts[index] ?? createEmptyValue(part)}
            context={context}
            onChange={(next) =>
              onChange(
                shape.fields.map((one, at) =>
                  at === index ? next : (parts[at] ?? createEmptyValue(one)),
                ),
              )
            }
          />
        ))}
      </div>
    </Group>
  )
}

function ArrayInput(props: Inner & { shape: Extract<FieldShape, { kind: 'array' }> }) {
  const { shape, field, path, value, context, label, onChange } = props
  const items = typeof value === 'string' ? [] : value
  const { item } = shape
  const isFixed = shape.length !== undefined
  return (
    <Group label={label} type={field.type} error={context.findErrorAt(path)}>
      <div className="mt-1.5 flex flex-col gap-4 border-l-2 border-line py-1 pl-4">
        {items.map((one, index) => (
          <div key={index} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <FieldInput
                field={item}
                path={`${path}.${index}`}
                fallbackName={`${label} ${index + 1}`}
                value={one}
                context={context}
                onChange={(next) => onChange(items.with(index, next))}
              />
            </div>
            {(!isFixed || items.length > (shape.length ?? 0)) && (
              <IconButton
                icon={X}
                size="sm"
                label={translate('Remove {label} {number}', { label, number: index + 1 })}
                className="mt-7"
                onClick={() => onChange(items.toSpliced(index, 1))}
              />
            )}
          </div>
        ))}
        {!isFixed && (
          <div>
            <Button
              size="sm"
              icon={Plus}
              aria-label={translate('Add to {label}', { label })}
              onClick={() => onChange([...items, createEmptyValue(item)])}
            >
              {items.length === 0 ? translate('Add first item') : translate('Add item')}
            </Button>
          </div>
        )}
      </div>
    </Group>
  )
}

function Group(props: {
  label: string
  type: string
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="label mb-1.5 flex w-full">
        <FieldLabel name={props.label} type={props.type} />
      </legend>
      {props.children}
      {props.error && <p className="mt-1.5 text-sm text-flare">{props.error}</p>}
    </fieldset>
  )
}

function toText(value: FieldValue): string {
  return typeof value === 'string' ? value : ''
}

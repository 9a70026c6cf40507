import type { ClipboardEvent } from 'react'
import { useSaveRow } from '@/data/rows/owned-list'
import { Constants } from '@/lib/database.types'
import { SelectField, TextArea, TextField } from '@/ui/forms/field'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedFormDialog } from '@/ui/forms/versioned-form'
import { Notice } from '@/ui/notice'
import { accountCategoryWords } from './category-words'
import {
  type FinancialAccount,
  type FinancialAccountForm,
  financialAccountLimits,
  financialAccountSchema,
  financialAccounts,
} from './data'

const categories = Constants.public.Enums.account_category.map((value) => ({
  value,
  label: accountCategoryWords[value],
}))

interface Props {
  ownerId: string
  /** The account to edit; null to add one. */
  account: FinancialAccount | null
  onClose: () => void
}

const toValues = (account: FinancialAccount | null): FinancialAccountForm => ({
  category: account?.category ?? 'bank',
  institution: account?.institution ?? '',
  account_name: account?.account_name ?? '',
  account_number: account?.account_number ?? '',
  notes: account?.notes ?? '',
})

/** Adds or edits a financial account. Keeps what was typed until it is saved. */
export function AccountDialog({ ownerId, account, onClose }: Props) {
  const { mutateAsync: save } = useSaveRow(financialAccounts, ownerId)
  const editing = useVersionedForm({
    schema: financialAccountSchema,
    loaded: account,
    toValues,
    save: (input, loaded, id) => save({ id, loaded, input }),
    reread: () => financialAccounts.read(account?.id ?? ''),
    onSaved: onClose,
  })
  const { form, field } = editing

  const pasteLastDigits = (event: ClipboardEvent) => {
    const digits = event.clipboardData.getData('text').replace(/\D/g, '')
    if (digits === '') return
    // The browser would keep the first four characters of a pasted "**** 1234", but the last digits are needed.
    event.preventDefault()
    form.setValue('account_number', digits.slice(-financialAccountLimits.digits), {
      shouldDirty: true,
      shouldValidate: true,
    })
  }

  return (
    <VersionedFormDialog
      title={account ? 'Edit Account' : 'Add Account'}
      description="Enough for your executor to find the account and to ask for it."
      editing={editing}
      what="this account"
      submitLabel={account ? 'Save Account' : 'Add Account'}
      onClose={onClose}
    >
      <Notice tone="warning" title="Never write whole numbers, PINs or passwords here">
        <p>
          Your executor does not need them: banks and brokers deal with executors on proof of who they are.
        </p>
      </Notice>
      <SelectField label="Category" options={categories} {...field('category')} />
      <TextField
        label="Institution"
        hint="The bank, broker, pension fund or exchange."
        {...field('institution')}
      />
      <TextField
        label="Account Name"
        hint="What you call it: household account, savings for the house."
        {...field('account_name')}
      />
      <TextField
        label="Account Number (last 4 digits)"
        optional
        inputMode="numeric"
        maxLength={financialAccountLimits.digits}
        onPaste={pasteLastDigits}
        {...field('account_number')}
      />
      <TextArea
        label="Notes"
        optional
        hint="Where the papers are, whom to ask, what is paid from here."
        limit={financialAccountLimits.notes}
        {...field('notes')}
      />
    </VersionedFormDialog>
  )
}

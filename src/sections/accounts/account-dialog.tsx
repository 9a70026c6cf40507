import { zodResolver } from '@hookform/resolvers/zod'
import type { ClipboardEvent } from 'react'
import { useForm } from 'react-hook-form'
import { Constants } from '@/lib/database.types'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/dialog'
import { SelectField, TextArea, TextField } from '@/ui/forms/field'
import { FormDialog } from '@/ui/forms/form-dialog'
import { SaveProblem } from '@/ui/forms/save-problem'
import { useRowSave } from '@/ui/forms/use-versioned-form'
import { Notice } from '@/ui/notice'
import { accountCategoryWords } from './category-words'
import {
  type FinancialAccount,
  type FinancialAccountForm,
  type FinancialAccountInput,
  financialAccountLimits,
  financialAccountSchema,
  readFinancialAccount,
  useAddFinancialAccount,
  useSaveFinancialAccount,
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

function toForm(account: FinancialAccount | null): FinancialAccountForm {
  return {
    category: account?.category ?? 'bank',
    institution: account?.institution ?? '',
    account_name: account?.account_name ?? '',
    account_number: account?.account_number ?? '',
    notes: account?.notes ?? '',
  }
}

/** Adds a financial account, or edits one. What was typed stays until it is saved. */
export function AccountDialog({ ownerId, account, onClose }: Props) {
  const add = useAddFinancialAccount(ownerId)
  const edit = useSaveFinancialAccount(ownerId)
  const form = useForm<FinancialAccountForm, unknown, FinancialAccountInput>({
    resolver: zodResolver(financialAccountSchema),
    defaultValues: toForm(account),
  })
  const { errors, isDirty } = form.formState
  const { saving, problem, submit, saveMine, loadOther } = useRowSave({
    form,
    row: account,
    toForm,
    save: (input, loadedVersion) =>
      account && loadedVersion
        ? edit.mutateAsync({ id: account.id, input, loadedVersion })
        : add.mutateAsync(input),
    reread: () => readFinancialAccount(account?.id ?? ''),
    onSaved: onClose,
  })

  const pasteLastDigits = (event: ClipboardEvent) => {
    const digits = event.clipboardData.getData('text').replace(/\D/g, '')
    if (digits === '') return
    // The browser would keep the first four signs, such as of "**** 1234"; what tells accounts apart are the last digits.
    event.preventDefault()
    form.setValue('account_number', digits.slice(-financialAccountLimits.digits), {
      shouldDirty: true,
      shouldValidate: true,
    })
  }

  return (
    <FormDialog
      title={account ? 'Edit Account' : 'Add Account'}
      description="Enough for your executor to find the account and to ask for it."
      unsaved={isDirty}
      busy={saving}
      onClose={onClose}
    >
      {(close) => (
        <form
          noValidate
          autoComplete="off"
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Notice tone="warning" title="Never write whole numbers, PINs or passwords here">
            <p>
              Your executor does not need them: banks and brokers deal with executors on proof of who they
              are.
            </p>
          </Notice>
          <SelectField
            label="Category"
            options={categories}
            error={errors.category?.message}
            {...form.register('category')}
          />
          <TextField
            label="Institution"
            hint="The bank, broker, pension fund or exchange."
            error={errors.institution?.message}
            {...form.register('institution')}
          />
          <TextField
            label="Account Name"
            hint="What you call it: household account, savings for the house."
            error={errors.account_name?.message}
            {...form.register('account_name')}
          />
          <TextField
            label="Account Number (last 4 digits)"
            optional
            inputMode="numeric"
            maxLength={financialAccountLimits.digits}
            error={errors.account_number?.message}
            onPaste={pasteLastDigits}
            {...form.register('account_number')}
          />
          <TextArea
            label="Notes"
            optional
            hint="Where the papers are, whom to ask, what is paid from here."
            limit={financialAccountLimits.notes}
            error={errors.notes?.message}
            {...form.register('notes')}
          />
          <SaveProblem
            what="this account"
            problem={problem}
            saving={saving}
            onLoadOther={loadOther}
            onSaveMine={saveMine}
          />
          <DialogActions>
            <Button type="submit" variant="primary" busy={saving} busyLabel="Saving...">
              {account ? 'Save Account' : 'Add Account'}
            </Button>
            <Button onClick={close} disabled={saving}>
              Cancel
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  )
}

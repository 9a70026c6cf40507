import { useSaveRow } from '@/data/rows/owned-list'
import { Constants } from '@/lib/database.types'
import { RowDialog, type RowDialogProps, useRowForm } from '@/parts/kit/row-dialog'
import { Notice } from '@/ui/base/notice'
import { SelectField, TextArea, TextField } from '@/ui/forms/field'
import { formValues } from '@/ui/forms/use-versioned-form'
import {
  type FinancialAccount,
  type FinancialAccountForm,
  financialAccountLimits,
  financialAccountSchema,
  financialAccounts,
} from './data'
import { accountCategoryWords } from './words'

const categories = Constants.public.Enums.account_category.map((value) => ({
  value,
  label: accountCategoryWords[value],
}))

const toValues = formValues<FinancialAccountForm>({
  category: 'bank',
  institution: '',
  account_name: '',
  account_number: '',
  notes: '',
})

/** Adds or edits a financial account. */
export function AccountDialog(props: RowDialogProps<FinancialAccount>) {
  const { mutateAsync: save } = useSaveRow(financialAccounts, props.ownerId)
  const editing = useRowForm(props, {
    list: financialAccounts,
    schema: financialAccountSchema,
    toValues,
    save,
  })
  const { field, set } = editing

  // Of a whole number, typed or pasted, the last digits are needed; a maxLength would keep the first ones.
  const keepLastDigits = (typed: string) => {
    const isWhole = typed.length > financialAccountLimits.digits
    set({
      account_number: isWhole
        ? (typed.replace(/\D/g, '') || typed).slice(-financialAccountLimits.digits)
        : typed,
    })
  }

  return (
    <RowDialog
      noun="Account"
      description="Just enough for your executor to find the account and claim it."
      editing={editing}
    >
      <Notice tone="warning" title="Never write whole numbers, PINs or passwords here">
        Your executor doesn’t need them. Banks and brokers deal with executors who can prove who they are.
      </Notice>
      <SelectField label="Category" options={categories} {...field('category')} />
      <TextField
        label="Institution"
        hint="The bank, broker, pension fund or exchange."
        {...field('institution')}
      />
      <TextField
        label="Account name"
        hint="What you call it: household account, savings for the house."
        {...field('account_name')}
      />
      <TextField
        label="Account number (last 4 digits)"
        optional
        inputMode="numeric"
        {...field('account_number')}
        onChange={({ target }) => keepLastDigits(target.value)}
      />
      <TextArea
        label="Notes"
        optional
        hint="Where the papers are, who to ask, what’s paid from here."
        limit={financialAccountLimits.notes}
        {...field('notes')}
      />
    </RowDialog>
  )
}

import { paths } from '@/lib/paths'
import type { PlanPart } from './kit/part'

/**
 * Every part of a plan. Routes, navigation, dashboard, memorial, binder, export and history are built from this list.
 * Its order is the order of the dashboard and the navigation: what is worth doing first comes first. Everything else
 * about a part is in its folder; sections.ts combines the two.
 */
export const planParts = [
  {
    key: 'funeral',
    table: 'funeral_plan',
    readers: 'everyone named',
    tab: 'funeral',
    title: 'Funeral Plan',
    icon: 'leaf',
    group: 'Your plan',
    path: paths.funeral,
    screens: [
      { path: paths.funeral, lazy: () => import('./funeral/page') },
      { path: paths.funeralEdit, lazy: () => import('./funeral/edit-page') },
    ],
  },
  {
    key: 'contacts',
    table: 'contacts',
    readers: 'everyone named',
    tab: 'contacts',
    title: 'Contacts',
    icon: 'phone',
    group: 'People',
    path: paths.contacts,
    screens: [{ path: paths.contacts, lazy: () => import('./contacts/page') }],
  },
  {
    key: 'messages',
    table: 'video_messages',
    readers: 'everyone named',
    tab: 'messages',
    title: 'Video Messages',
    icon: 'video',
    group: 'Your plan',
    path: paths.videos,
    screens: [{ path: paths.videos, lazy: () => import('./messages/page') }],
  },
  {
    key: 'portrait',
    table: 'portraits',
    readers: 'everyone named',
    tab: 'portrait',
    title: 'Portrait',
    icon: 'portrait',
    group: 'Your plan',
    path: paths.portrait,
    screens: [{ path: paths.portrait, lazy: () => import('./portrait/page') }],
  },
  {
    key: 'insurance',
    table: 'insurance_policies',
    readers: 'trustees and executors',
    tab: 'accounts',
    title: 'Life Insurance',
    icon: 'shield',
    group: 'Your plan',
    path: paths.insurance,
    screens: [{ path: paths.insurance, lazy: () => import('./insurance/page') }],
  },
  {
    key: 'accounts',
    table: 'financial_accounts',
    readers: 'trustees and executors',
    tab: 'accounts',
    title: 'Financial Accounts',
    icon: 'bank',
    group: 'Your plan',
    path: paths.accounts,
    screens: [{ path: paths.accounts, lazy: () => import('./accounts/page') }],
  },
  {
    key: 'documents',
    table: 'estate_documents',
    readers: 'everyone named',
    tab: 'documents',
    title: 'Wills & Trusts',
    icon: 'document',
    group: 'Your plan',
    path: paths.documents,
    screens: [{ path: paths.documents, lazy: () => import('./documents/page') }],
  },
  {
    key: 'home',
    table: 'home_items',
    readers: 'trustees and executors',
    tab: 'home',
    title: 'Home & Pets',
    icon: 'key',
    group: 'Your plan',
    path: paths.homeItems,
    screens: [{ path: paths.homeItems, lazy: () => import('./home/page') }],
  },
  {
    key: 'music',
    table: 'funeral_plan',
    readers: 'everyone named',
    tab: 'music',
    title: 'Music',
    icon: 'music',
    group: 'Your plan',
    path: paths.music,
    screens: [{ path: paths.music, lazy: () => import('./music/page') }],
  },
] as const satisfies readonly PlanPart[]

/** The tables that hold a plan. */
export const planTables = new Set(planParts.map(({ table }) => table))

/** The parts that a family needs first: they lead the binder and the list of what deleting the account deletes. */
export const familyFirst = ['funeral', 'music'] as const

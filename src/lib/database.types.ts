// Written by `npm run types` from supabase/migrations. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      access_events: {
        Row: {
          action: string
          actor_id: string | null
          actor_name: string | null
          actor_role: string | null
          created_at: string
          detail: NonNullable<Json>
          id: number
          owner_id: string
        }
        ComputedFields: never
        Insert: {
          action: string
          actor_id?: string | null
          actor_name?: string | null
          actor_role?: string | null
          created_at?: string
          detail?: NonNullable<Json>
          id?: never
          owner_id: string
        }
        Update: {
          action?: string
          actor_id?: string | null
          actor_name?: string | null
          actor_role?: string | null
          created_at?: string
          detail?: NonNullable<Json>
          id?: never
          owner_id?: string
        }
        Relationships: []
      }
      cards: {
        Row: {
          code: string
          created_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          code: string
          created_at?: string
          user_id: string
        }
        Update: {
          code?: string
          created_at?: string
          user_id?: string
        }
        Relationships: []
      }
      contacts: {
        Row: {
          created_at: string
          email: string | null
          id: string
          invitee: boolean
          name: string
          phone: string | null
          relation: string | null
          rsvp_status: string | null
          source: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          email?: string | null
          id?: string
          invitee?: boolean
          name: string
          phone?: string | null
          relation?: string | null
          rsvp_status?: string | null
          source?: string
          updated_at?: string
          user_id: string
        }
        Update: {
          created_at?: string
          email?: string | null
          id?: string
          invitee?: boolean
          name?: string
          phone?: string | null
          relation?: string | null
          rsvp_status?: string | null
          source?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      designations: {
        Row: {
          accepted_at: string | null
          address_asked_at: string | null
          address_confirmed_at: string | null
          beneficiary_user_id: string | null
          created_at: string
          declined_at: string | null
          id: number
          invited_at: string | null
          left_at: string | null
          mail_refused_at: string | null
          owner_id: string
          owner_name: string | null
          person_email: string
          person_name: string
          revoked_at: string | null
          role: Database['public']['Enums']['designation_role']
          status: Database['public']['Enums']['designation_status']
          stepped_down_at: string | null
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          accepted_at?: string | null
          address_asked_at?: string | null
          address_confirmed_at?: string | null
          beneficiary_user_id?: string | null
          created_at?: string
          declined_at?: string | null
          id?: never
          invited_at?: string | null
          left_at?: string | null
          mail_refused_at?: string | null
          owner_id: string
          owner_name?: string | null
          person_email: string
          person_name: string
          revoked_at?: string | null
          role?: Database['public']['Enums']['designation_role']
          status?: Database['public']['Enums']['designation_status']
          stepped_down_at?: string | null
          updated_at?: string
        }
        Update: {
          accepted_at?: string | null
          address_asked_at?: string | null
          address_confirmed_at?: string | null
          beneficiary_user_id?: string | null
          created_at?: string
          declined_at?: string | null
          id?: never
          invited_at?: string | null
          left_at?: string | null
          mail_refused_at?: string | null
          owner_id?: string
          owner_name?: string | null
          person_email?: string
          person_name?: string
          revoked_at?: string | null
          role?: Database['public']['Enums']['designation_role']
          status?: Database['public']['Enums']['designation_status']
          stepped_down_at?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      estate_documents: {
        Row: {
          created_at: string
          description: string
          doc_type: Database['public']['Enums']['document_type']
          file_path: string
          id: string
          original_location: string | null
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          description: string
          doc_type: Database['public']['Enums']['document_type']
          file_path: string
          id?: string
          original_location?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          created_at?: string
          description?: string
          doc_type?: Database['public']['Enums']['document_type']
          file_path?: string
          id?: string
          original_location?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      financial_accounts: {
        Row: {
          account_name: string
          account_number: string | null
          category: Database['public']['Enums']['account_category']
          created_at: string
          id: string
          institution: string
          notes: string | null
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          account_name: string
          account_number?: string | null
          category?: Database['public']['Enums']['account_category']
          created_at?: string
          id?: string
          institution: string
          notes?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          account_name?: string
          account_number?: string | null
          category?: Database['public']['Enums']['account_category']
          created_at?: string
          id?: string
          institution?: string
          notes?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      first_hours: {
        Row: {
          closed_at: string | null
          created_at: string
          notice_hours: number
          owner_id: string
        }
        ComputedFields: never
        Insert: {
          closed_at?: string | null
          created_at?: string
          notice_hours?: number
          owner_id: string
        }
        Update: {
          closed_at?: string | null
          created_at?: string
          notice_hours?: number
          owner_id?: string
        }
        Relationships: []
      }
      funeral_plan: {
        Row: {
          completed_at: string | null
          created_at: string
          disposition: Database['public']['Enums']['disposition_type'] | null
          funeral_home: string | null
          likeness: Database['public']['Enums']['likeness_wish'] | null
          music_playlist_provider: string | null
          music_playlist_ref: string | null
          obituary: string | null
          officiant: string | null
          personal_requests: string | null
          service_type: Database['public']['Enums']['service_type'] | null
          updated_at: string
          user_id: string
          venue: string | null
        }
        ComputedFields: never
        Insert: {
          completed_at?: string | null
          created_at?: string
          disposition?: Database['public']['Enums']['disposition_type'] | null
          funeral_home?: string | null
          likeness?: Database['public']['Enums']['likeness_wish'] | null
          music_playlist_provider?: string | null
          music_playlist_ref?: string | null
          obituary?: string | null
          officiant?: string | null
          personal_requests?: string | null
          service_type?: Database['public']['Enums']['service_type'] | null
          updated_at?: string
          user_id: string
          venue?: string | null
        }
        Update: {
          completed_at?: string | null
          created_at?: string
          disposition?: Database['public']['Enums']['disposition_type'] | null
          funeral_home?: string | null
          likeness?: Database['public']['Enums']['likeness_wish'] | null
          music_playlist_provider?: string | null
          music_playlist_ref?: string | null
          obituary?: string | null
          officiant?: string | null
          personal_requests?: string | null
          service_type?: Database['public']['Enums']['service_type'] | null
          updated_at?: string
          user_id?: string
          venue?: string | null
        }
        Relationships: []
      }
      health_consents: {
        Row: {
          created_at: string
          user_id: string
          worded_on: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          user_id: string
          worded_on: string
        }
        Update: {
          created_at?: string
          user_id?: string
          worded_on?: string
        }
        Relationships: []
      }
      health_notes: {
        Row: {
          allergies: string | null
          blood_thinner: string | null
          care_note: string | null
          communication: string | null
          conditions: string | null
          created_at: string
          doctor_name: string | null
          doctor_phone: string | null
          donor: Database['public']['Enums']['donor_decision'] | null
          id: string
          implants: string | null
          medicines: string | null
          proxy_name: string | null
          proxy_phone: string | null
          second_proxy_name: string | null
          second_proxy_phone: string | null
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          allergies?: string | null
          blood_thinner?: string | null
          care_note?: string | null
          communication?: string | null
          conditions?: string | null
          created_at?: string
          doctor_name?: string | null
          doctor_phone?: string | null
          donor?: Database['public']['Enums']['donor_decision'] | null
          id?: string
          implants?: string | null
          medicines?: string | null
          proxy_name?: string | null
          proxy_phone?: string | null
          second_proxy_name?: string | null
          second_proxy_phone?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          allergies?: string | null
          blood_thinner?: string | null
          care_note?: string | null
          communication?: string | null
          conditions?: string | null
          created_at?: string
          doctor_name?: string | null
          doctor_phone?: string | null
          donor?: Database['public']['Enums']['donor_decision'] | null
          id?: string
          implants?: string | null
          medicines?: string | null
          proxy_name?: string | null
          proxy_phone?: string | null
          second_proxy_name?: string | null
          second_proxy_phone?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'health_notes_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'health_consents'
            referencedColumns: ['user_id']
          },
        ]
      }
      health_papers: {
        Row: {
          created_at: string
          file_path: string | null
          id: string
          kind: Database['public']['Enums']['health_paper_kind']
          place: string | null
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          file_path?: string | null
          id?: string
          kind: Database['public']['Enums']['health_paper_kind']
          place?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          created_at?: string
          file_path?: string | null
          id?: string
          kind?: Database['public']['Enums']['health_paper_kind']
          place?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'health_papers_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'health_consents'
            referencedColumns: ['user_id']
          },
        ]
      }
      home_items: {
        Row: {
          care: string | null
          caretaker: string | null
          contact: string | null
          created_at: string
          id: string
          kind: Database['public']['Enums']['home_kind']
          location: string | null
          name: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          care?: string | null
          caretaker?: string | null
          contact?: string | null
          created_at?: string
          id?: string
          kind: Database['public']['Enums']['home_kind']
          location?: string | null
          name: string
          updated_at?: string
          user_id: string
        }
        Update: {
          care?: string | null
          caretaker?: string | null
          contact?: string | null
          created_at?: string
          id?: string
          kind?: Database['public']['Enums']['home_kind']
          location?: string | null
          name?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      insurance_policies: {
        Row: {
          agent_contact: string | null
          coverage_amount: number | null
          created_at: string
          document_path: string | null
          id: string
          notes: string | null
          policy_number: string | null
          provider: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          agent_contact?: string | null
          coverage_amount?: number | null
          created_at?: string
          document_path?: string | null
          id?: string
          notes?: string | null
          policy_number?: string | null
          provider: string
          updated_at?: string
          user_id: string
        }
        Update: {
          agent_contact?: string | null
          coverage_amount?: number | null
          created_at?: string
          document_path?: string | null
          id?: string
          notes?: string | null
          policy_number?: string | null
          provider?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      memories: {
        Row: {
          author_id: string | null
          author_name: string
          created_at: string
          guest_id: string | null
          id: string
          is_hidden: boolean
          owner_id: string
          picture_path: string | null
          updated_at: string
          words: string | null
        }
        ComputedFields: never
        Insert: {
          author_id?: string | null
          author_name?: string
          created_at?: string
          guest_id?: string | null
          id: string
          is_hidden?: boolean
          owner_id: string
          picture_path?: string | null
          updated_at?: string
          words?: string | null
        }
        Update: {
          author_id?: string | null
          author_name?: string
          created_at?: string
          guest_id?: string | null
          id?: string
          is_hidden?: boolean
          owner_id?: string
          picture_path?: string | null
          updated_at?: string
          words?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'memories_guest_id_fkey'
            columns: ['guest_id']
            isOneToOne: false
            referencedRelation: 'service_guests'
            referencedColumns: ['id']
          },
        ]
      }
      part_access: {
        Row: {
          choice: string
          created_at: string
          designation_id: number
          owner_id: string
          timing: Database['public']['Enums']['part_timing']
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          choice: string
          created_at?: string
          designation_id: number
          owner_id: string
          timing: Database['public']['Enums']['part_timing']
          updated_at?: string
        }
        Update: {
          choice?: string
          created_at?: string
          designation_id?: number
          owner_id?: string
          timing?: Database['public']['Enums']['part_timing']
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'part_access_designation_id_owner_id_fkey'
            columns: ['designation_id', 'owner_id']
            isOneToOne: false
            referencedRelation: 'designations'
            referencedColumns: ['id', 'owner_id']
          },
        ]
      }
      portraits: {
        Row: {
          born_in: string | null
          born_on: string | null
          created_at: string
          id: string
          picture_path: string | null
          remembered_by: string | null
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          born_in?: string | null
          born_on?: string | null
          created_at?: string
          id?: string
          picture_path?: string | null
          remembered_by?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          born_in?: string | null
          born_on?: string | null
          created_at?: string
          id?: string
          picture_path?: string | null
          remembered_by?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      practices: {
        Row: {
          completed_at: string | null
          created_at: string
          designation_id: number
          id: string
          opened_at: string | null
          owner_id: string
          viewer_id: string
        }
        ComputedFields: never
        Insert: {
          completed_at?: string | null
          created_at?: string
          designation_id: number
          id?: string
          opened_at?: string | null
          owner_id: string
          viewer_id: string
        }
        Update: {
          completed_at?: string | null
          created_at?: string
          designation_id?: number
          id?: string
          opened_at?: string | null
          owner_id?: string
          viewer_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'practices_designation_id_owner_id_fkey'
            columns: ['designation_id', 'owner_id']
            isOneToOne: false
            referencedRelation: 'designations'
            referencedColumns: ['id', 'owner_id']
          },
        ]
      }
      profiles: {
        Row: {
          created_at: string
          death_certificate_path: string | null
          death_review: Database['public']['Enums']['death_review']
          death_review_message: string | null
          death_reviewed_at: string | null
          died_on: string | null
          full_name: string | null
          hold_lifted_until: string | null
          is_deceased: boolean
          open_until: string | null
          plan_reviewed_at: string | null
          release_at: string | null
          release_stopped_at: string | null
          release_wait_days: number
          review_reminder_months: number
          updated_at: string
          user_id: string
          visibility_hold: boolean
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          death_certificate_path?: string | null
          death_review?: Database['public']['Enums']['death_review']
          death_review_message?: string | null
          death_reviewed_at?: string | null
          died_on?: string | null
          full_name?: string | null
          hold_lifted_until?: string | null
          is_deceased?: boolean
          open_until?: string | null
          plan_reviewed_at?: string | null
          release_at?: string | null
          release_stopped_at?: string | null
          release_wait_days?: number
          review_reminder_months?: number
          updated_at?: string
          user_id: string
          visibility_hold?: boolean
        }
        Update: {
          created_at?: string
          death_certificate_path?: string | null
          death_review?: Database['public']['Enums']['death_review']
          death_review_message?: string | null
          death_reviewed_at?: string | null
          died_on?: string | null
          full_name?: string | null
          hold_lifted_until?: string | null
          is_deceased?: boolean
          open_until?: string | null
          plan_reviewed_at?: string | null
          release_at?: string | null
          release_stopped_at?: string | null
          release_wait_days?: number
          review_reminder_months?: number
          updated_at?: string
          user_id?: string
          visibility_hold?: boolean
        }
        Relationships: []
      }
      service_guests: {
        Row: {
          answer: Database['public']['Enums']['guest_answer'] | null
          answer_taken_by: string | null
          answered_at: string | null
          answered_for: string | null
          contact_id: string | null
          created_at: string
          email: string | null
          id: string
          invited_at: string
          invited_by: string | null
          is_withdrawn: boolean
          mail_refused_at: string | null
          mail_waits_since: string | null
          mailed_at: string | null
          memories_left: number
          message: string | null
          name: string
          noted_before: string | null
          owner_id: string
          people: number | null
          phone: string | null
          reminded_at: string | null
          reminded_for: string | null
          unsubscribed_at: string | null
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          answer?: Database['public']['Enums']['guest_answer'] | null
          answer_taken_by?: string | null
          answered_at?: string | null
          answered_for?: string | null
          contact_id?: string | null
          created_at?: string
          email?: string | null
          id?: string
          invited_at?: string
          invited_by?: string | null
          is_withdrawn?: boolean
          mail_refused_at?: string | null
          mail_waits_since?: string | null
          mailed_at?: string | null
          memories_left?: number
          message?: string | null
          name: string
          noted_before?: string | null
          owner_id: string
          people?: number | null
          phone?: string | null
          reminded_at?: string | null
          reminded_for?: string | null
          unsubscribed_at?: string | null
          updated_at?: string
        }
        Update: {
          answer?: Database['public']['Enums']['guest_answer'] | null
          answer_taken_by?: string | null
          answered_at?: string | null
          answered_for?: string | null
          contact_id?: string | null
          created_at?: string
          email?: string | null
          id?: string
          invited_at?: string
          invited_by?: string | null
          is_withdrawn?: boolean
          mail_refused_at?: string | null
          mail_waits_since?: string | null
          mailed_at?: string | null
          memories_left?: number
          message?: string | null
          name?: string
          noted_before?: string | null
          owner_id?: string
          people?: number | null
          phone?: string | null
          reminded_at?: string | null
          reminded_for?: string | null
          unsubscribed_at?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'service_guests_contact_id_fkey'
            columns: ['contact_id']
            isOneToOne: false
            referencedRelation: 'contacts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'service_guests_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'services'
            referencedColumns: ['owner_id']
          },
        ]
      }
      services: {
        Row: {
          address: string | null
          calendar_changed_at: string
          calendar_version: number
          created_at: string
          dress: string | null
          flowers: string | null
          held_at: string
          held_on: string
          is_called_off: boolean
          livestream_url: string | null
          note: string | null
          owner_id: string
          phone: string | null
          place: string
          shows_portrait: boolean
          starts_at: string
          takes_memories: boolean
          time_zone: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          address?: string | null
          calendar_changed_at?: string
          calendar_version?: number
          created_at?: string
          dress?: string | null
          flowers?: string | null
          held_at: string
          held_on: string
          is_called_off?: boolean
          livestream_url?: string | null
          note?: string | null
          owner_id: string
          phone?: string | null
          place: string
          shows_portrait?: boolean
          starts_at?: never
          takes_memories?: boolean
          time_zone: string
          updated_at?: string
        }
        Update: {
          address?: string | null
          calendar_changed_at?: string
          calendar_version?: number
          created_at?: string
          dress?: string | null
          flowers?: string | null
          held_at?: string
          held_on?: string
          is_called_off?: boolean
          livestream_url?: string | null
          note?: string | null
          owner_id?: string
          phone?: string | null
          place?: string
          shows_portrait?: boolean
          starts_at?: never
          takes_memories?: boolean
          time_zone?: string
          updated_at?: string
        }
        Relationships: []
      }
      step_marks: {
        Row: {
          actor_id: string | null
          actor_name: string
          created_at: string
          id: string
          made_at: string
          mark: Database['public']['Enums']['step_mark']
          note: string | null
          owner_id: string
          seq: number
          step_key: string
          title: string
          undoes: string | null
        }
        ComputedFields: never
        Insert: {
          actor_id?: string | null
          actor_name?: string
          created_at?: string
          id: string
          made_at?: string
          mark: Database['public']['Enums']['step_mark']
          note?: string | null
          owner_id: string
          seq?: number
          step_key: string
          title: string
          undoes?: string | null
        }
        Update: {
          actor_id?: string | null
          actor_name?: string
          created_at?: string
          id?: string
          made_at?: string
          mark?: Database['public']['Enums']['step_mark']
          note?: string | null
          owner_id?: string
          seq?: number
          step_key?: string
          title?: string
          undoes?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'step_marks_undoes_fkey'
            columns: ['undoes']
            isOneToOne: false
            referencedRelation: 'step_marks'
            referencedColumns: ['id']
          },
        ]
      }
      subscriptions: {
        Row: {
          cancel_at_period_end: boolean
          created_at: string
          current_period_end: string | null
          lifetime: boolean
          plan: Database['public']['Enums']['plan_id'] | null
          status: string
          trial_end: string | null
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          cancel_at_period_end?: boolean
          created_at?: string
          current_period_end?: string | null
          lifetime?: boolean
          plan?: Database['public']['Enums']['plan_id'] | null
          status: string
          trial_end?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          cancel_at_period_end?: boolean
          created_at?: string
          current_period_end?: string | null
          lifetime?: boolean
          plan?: Database['public']['Enums']['plan_id'] | null
          status?: string
          trial_end?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: []
      }
      video_messages: {
        Row: {
          body: string | null
          captions: string | null
          created_at: string
          deliver_on: string | null
          for_beneficiary: number | null
          id: string
          storage_path: string | null
          title: string
          transcript: string | null
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          body?: string | null
          captions?: string | null
          created_at?: string
          deliver_on?: string | null
          for_beneficiary?: number | null
          id?: string
          storage_path?: string | null
          title?: string
          transcript?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          body?: string | null
          captions?: string | null
          created_at?: string
          deliver_on?: string | null
          for_beneficiary?: number | null
          id?: string
          storage_path?: string | null
          title?: string
          transcript?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'video_messages_for_beneficiary_user_id_fkey'
            columns: ['for_beneficiary', 'user_id']
            isOneToOne: false
            referencedRelation: 'designations'
            referencedColumns: ['id', 'owner_id']
          },
        ]
      }
    }
    Views: {
      v_effective_roles: {
        Row: {
          owner_id: string
          role: Database['public']['Enums']['designation_role']
          viewer_id: string | null
        }
        ComputedFields: never
        Insert: {
          owner_id?: string | null
          role?: Database['public']['Enums']['designation_role'] | null
          viewer_id?: string | null
        }
        Update: {
          owner_id?: string | null
          role?: Database['public']['Enums']['designation_role'] | null
          viewer_id?: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      accept_designation_invite: { Args: { designation_id: number }; Returns: undefined }
      account_to_delete: { Args: { p_user_id: string }; Returns: string }
      add_guest: {
        Args: { contact_id?: string; guest_id: string; name: string; owner_id: string; phone?: string }
        Returns: undefined
      }
      admit_session: {
        Args: {
          p_browser_id?: string
          p_browser_label?: string
          p_session_id: string
          p_try_id?: number
          p_user_id: string
        }
        Returns: undefined
      }
      allow_opening: { Args: { designation_id: number }; Returns: undefined }
      answer_opening: { Args: { was_right: boolean }; Returns: undefined }
      answer_service: {
        Args: {
          p_answer: Database['public']['Enums']['guest_answer']
          p_guest_id: string
          p_message: string
          p_people: number
        }
        Returns: undefined
      }
      apply_due_change: { Args: { p_name: string }; Returns: undefined }
      apply_mail_refusal: {
        Args: { p_emails: string[]; p_event_id: string; p_happened_at: string }
        Returns: undefined
      }
      apply_stripe_state: {
        Args: {
          p_customer_id: string
          p_event_id?: string
          p_event_type?: string
          p_state: Json
          p_sync: number
        }
        Returns: undefined
      }
      ask_address_again: { Args: { designation_id: number }; Returns: undefined }
      begin_checkout: {
        Args: { p_user_id: string }
        Returns: {
          billing_enabled: boolean
          email: string
          free_trial_end: string
          is_deceased: boolean
          stripe_customer_id: string
        }[]
      }
      begin_code_probe: { Args: { p_email: string }; Returns: boolean }
      begin_designation_invite: {
        Args: { p_designation_id: number; p_owner_id: string }
        Returns: {
          invite_id: string
          owner_name: string
          person_email: string
          person_name: string
          role: Database['public']['Enums']['designation_role']
          sends_at: string
        }[]
      }
      begin_email_change: { Args: { p_new_email: string; p_user_id: string }; Returns: boolean }
      begin_mail_turn: { Args: { p_seconds: number }; Returns: boolean }
      begin_sign_in_try: { Args: { p_browser_id?: string; p_email: string }; Returns: number }
      begin_stripe_sync: { Args: { p_customer_id: string; p_event_id?: string }; Returns: number }
      billing_context: {
        Args: { p_user_id: string }
        Returns: {
          billing_enabled: boolean
          email: string
          free_trial_end: string
          is_deceased: boolean
          stripe_customer_id: string
        }[]
      }
      billing_enabled: { Args: Record<PropertyKey, never>; Returns: boolean }
      bring_back_removed: { Args: Record<PropertyKey, never>; Returns: number }
      certificate_objections: {
        Args: { owner_id: string }
        Returns: {
          is_mine: boolean
          objected_at: string
          opens_at: string
          person_name: string
          withdrawn_at: string
          words: string
        }[]
      }
      change_designation_role: {
        Args: { designation_id: number; role: Database['public']['Enums']['designation_role'] }
        Returns: undefined
      }
      claim_file_removals: {
        Args: { p_batch: number }
        Returns: {
          bucket_id: string
          id: string
          path: string
        }[]
      }
      claim_mail: {
        Args: { p_batch: number }
        Returns: {
          attempts: number
          id: string
          kind: string
          payload: Json
          to_email: string
        }[]
      }
      claim_membership_cancellations: {
        Args: { p_batch: number }
        Returns: {
          id: string
          stripe_customer_id: string
        }[]
      }
      claim_service_windups: {
        Args: { p_batch: number }
        Returns: {
          id: string
        }[]
      }
      close_first_hours: { Args: Record<PropertyKey, never>; Returns: undefined }
      close_first_hours_by_link: { Args: { p_opening_id: string }; Returns: undefined }
      complete_practice: { Args: { practice_id: string }; Returns: undefined }
      confirm_address: { Args: Record<PropertyKey, never>; Returns: string }
      confirm_browser: { Args: { browser_id: string }; Returns: undefined }
      confirm_plan: { Args: Record<PropertyKey, never>; Returns: string }
      decline_designation_invite: { Args: { designation_id: number }; Returns: undefined }
      delete_outdated: { Args: Record<PropertyKey, never>; Returns: undefined }
      discard_guest_picture: { Args: { p_guest_id: string; p_path: string }; Returns: undefined }
      due_changes: { Args: Record<PropertyKey, never>; Returns: string[] }
      end_mail_turn: { Args: { p_pause_seconds: number }; Returns: undefined }
      fail_email_code: { Args: { p_code_id: string }; Returns: undefined }
      files_of_deleted: {
        Args: { p_user_id: string }
        Returns: {
          bucket_id: string
          paths: string[]
        }[]
      }
      finish_designation_invite: { Args: { p_invite_id: string; p_sent: boolean }; Returns: undefined }
      first_hours_of: {
        Args: { owner_id: string }
        Returns: {
          died_opens_at: string
          ends_at: string
          members: string[]
          notice_hours: number
          opened_at: string
          opened_by_name: string
          opens_at: string
          parts_if_died: string[]
          parts_if_ill: string[]
          reason: string
          untold: string[]
          wait_until: string
          waits_for_owner: boolean
        }[]
      }
      guest_memory_folder: { Args: { p_guest_id: string; p_memory_id: string }; Returns: string }
      hand_back_mail: { Args: { p_id: string }; Returns: undefined }
      has_premium: { Args: Record<PropertyKey, never>; Returns: boolean }
      invitations_after_death: { Args: Record<PropertyKey, never>; Returns: number[] }
      invite_guests: { Args: { guests: Json; owner_id: string }; Returns: number }
      is_well: { Args: Record<PropertyKey, never>; Returns: boolean }
      issue_email_code: {
        Args: { p_email: string; p_hmac: string; p_purpose: string; p_user_id: string }
        Returns: {
          code_id: string
          is_taken: boolean
        }[]
      }
      leave_guest_memory: {
        Args: { p_guest_id: string; p_memory_id: string; p_picture_path: string; p_words: string }
        Returns: undefined
      }
      make_card: { Args: Record<PropertyKey, never>; Returns: undefined }
      memorial_access: {
        Args: { again?: boolean; owner_id: string }
        Returns: {
          can_view: boolean
          can_view_finances: boolean
          certificate_submitted_at: string
          open_early_until: string
          parts: string[]
          role: Database['public']['Enums']['designation_role']
        }[]
      }
      message_notices: {
        Args: Record<PropertyKey, never>
        Returns: {
          came_on: string
          owner_id: string
          reaching_no_one: string[]
          waits: boolean
        }[]
      }
      mistake_of_guest: {
        Args: { p_guest_id: string }
        Returns: {
          owner_lives: boolean
          owner_name: string
        }[]
      }
      my_certificate_wait: { Args: { owner_id: string }; Returns: string }
      my_file_room: {
        Args: Record<PropertyKey, never>
        Returns: {
          room_bytes: number
          used_bytes: number
        }[]
      }
      my_first_hours: {
        Args: Record<PropertyKey, never>
        Returns: {
          circle: Json
          closed_at: string
          closed_by_names: string[]
          closed_reason: string
          died_by_name: string
          died_opens_at: string
          ends_at: string
          notice_hours: number
          opened_at: string
          opened_by_name: string
          opens_at: string
          reason: string
          untold: string[]
        }[]
      }
      my_new_browsers: {
        Args: Record<PropertyKey, never>
        Returns: {
          held_until: string
          id: string
          is_mine: boolean
          label: string
          signed_in_at: string
        }[]
      }
      note_code_probe: { Args: { p_email: string; p_is_sent: boolean }; Returns: undefined }
      note_housekeeping: {
        Args: { p_counts: Json; p_failed_stages: string[]; p_payments_problem?: string }
        Returns: undefined
      }
      note_webhook: { Args: { p_event_id: string; p_failed: boolean; p_source: string }; Returns: undefined }
      note_wrong_link: { Args: { p_network: string }; Returns: undefined }
      object_to_certificate: { Args: { owner_id: string; words: string }; Returns: undefined }
      open_first_hours: { Args: { owner_id: string; reason: string }; Returns: string }
      open_practice: {
        Args: { practice_id: string }
        Returns: {
          completed_at: string
          owner_name: string
          parts: string[]
          role: Database['public']['Enums']['designation_role']
        }[]
      }
      parts_not_offered: { Args: Record<PropertyKey, never>; Returns: string[] }
      plan_notices: {
        Args: Record<PropertyKey, never>
        Returns: {
          closes_on: string
          owner_id: string
          unreached: string[]
        }[]
      }
      plan_overview: {
        Args: Record<PropertyKey, never>
        Returns: {
          counts: Json
          full_name: string
          plan_reviewed_at: string
          review_due_at: string
        }[]
      }
      plan_rows: {
        Args: { owner_id: string; tables: string[] }
        Returns: {
          contacts: Json
          estate_documents: Json
          financial_accounts: Json
          funeral_plan: Json
          health_notes: Json
          health_papers: Json
          home_items: Json
          insurance_policies: Json
          portraits: Json
          video_messages: Json
        }[]
      }
      preview_memorial: {
        Args: { designation_id: number; moment: string }
        Returns: {
          accepted: boolean
          can_view: boolean
          can_view_finances: boolean
          message_ids: string[]
          messages_later: number
          parts: string[]
          person_name: string
          role: Database['public']['Enums']['designation_role']
        }[]
      }
      prolong_first_hours: { Args: { owner_id: string }; Returns: string }
      queue_designation_invite: {
        Args: { p_invite_id: string; p_payload: Json; p_to_email: string }
        Returns: undefined
      }
      queue_mail: {
        Args: { p_id: string; p_kind: string; p_payload: Json; p_to_email: string; p_use_by?: string }
        Returns: undefined
      }
      queue_orphaned_files: { Args: { p_batch: number }; Returns: undefined }
      record_view: { Args: { item_id?: string; owner_id: string; section: string }; Returns: undefined }
      refuse_browser: { Args: { browser_id: string }; Returns: undefined }
      release_by_link: {
        Args: { p_submission_id: string }
        Returns: {
          state: string
          submitted_by: string
        }[]
      }
      release_notices: {
        Args: Record<PropertyKey, never>
        Returns: {
          action: string
          event_id: number
          happened_at: string
          owner_id: string
          owner_name: string
          release_at: string
        }[]
      }
      remind_guests: { Args: { owner_id: string }; Returns: number }
      removed_since_stop: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: number
          refused: string
          removed: Json
          removed_at: string
          table_name: string
        }[]
      }
      report_card: {
        Args: {
          p_code: string
          p_contact: string
          p_id: string
          p_kind: string
          p_message: string
          p_name: string
          p_network: string
        }
        Returns: undefined
      }
      require_known_browser: { Args: Record<PropertyKey, never>; Returns: boolean }
      revoke_designation: { Args: { designation_id: number }; Returns: undefined }
      save_stripe_customer: {
        Args: { p_customer_id: string; p_instead_of?: string; p_user_id: string }
        Returns: string
      }
      service_of_guest: {
        Args: { p_guest_id: string }
        Returns: {
          address: string
          answer: Database['public']['Enums']['guest_answer']
          answer_was_taken: boolean
          answered_earlier: boolean
          calendar_changed_at: string
          calendar_version: number
          dress: string
          flowers: string
          guest_name: string
          held_at: string
          held_on: string
          invited_by: string
          is_called_off: boolean
          is_over: boolean
          is_unsubscribed: boolean
          livestream_url: string
          memories: Json
          message: string
          note: string
          owner_name: string
          people: number
          phone: string
          place: string
          portrait: Json
          starts_at: string
          takes_memories: boolean
          time_zone: string
        }[]
      }
      session_held_until: { Args: { p_session_id: string }; Returns: string }
      set_date_of_death: { Args: { died_on?: string; owner_id: string }; Returns: undefined }
      set_opening_notice: { Args: { hours: number }; Returns: undefined }
      set_part_timing: {
        Args: { choice: string; designation_id: number; timing: Database['public']['Enums']['part_timing'] }
        Returns: undefined
      }
      set_visibility_hold: { Args: { days?: number; hold: boolean }; Returns: undefined }
      settle_file_removal: { Args: { p_error?: string; p_id: string }; Returns: undefined }
      settle_files_of_deleted: { Args: { p_user_id: string }; Returns: undefined }
      settle_mail: { Args: { p_error?: string; p_id: string }; Returns: undefined }
      settle_membership_cancellation: { Args: { p_error?: string; p_id: string }; Returns: undefined }
      settle_service_windup: { Args: { p_error?: string; p_id: string }; Returns: undefined }
      share_with_guests: {
        Args: { owner_id: string; shows_portrait?: boolean; takes_memories?: boolean }
        Returns: undefined
      }
      start_practice: { Args: { designation_ids: number[] }; Returns: number }
      step_down: { Args: { designation_id: number }; Returns: undefined }
      stop_card_by_link: { Args: { p_report_id: string }; Returns: undefined }
      stop_release: { Args: Record<PropertyKey, never>; Returns: undefined }
      stop_release_by_link: { Args: { p_submission_id: string }; Returns: undefined }
      stored_files: {
        Args: { owner_id: string }
        Returns: {
          bucket_id: string
          id: string
          path: string
          size: number
          stored_at: string
        }[]
      }
      submit_death_certificate: { Args: { owner_id: string; path: string }; Returns: undefined }
      take_back_guest_memory: { Args: { p_guest_id: string; p_memory_id: string }; Returns: undefined }
      take_guest_answer: {
        Args: {
          answer?: Database['public']['Enums']['guest_answer']
          guest_id: string
          message?: string
          people?: number
          seen_at?: string
        }
        Returns: undefined
      }
      unsubscribe_guest: { Args: { p_guest_id: string; p_unsubscribed?: boolean }; Returns: undefined }
      verify_email_code: {
        Args: { p_email: string; p_hmacs: string[]; p_purpose: string; p_user_id: string }
        Returns: boolean
      }
      wind_up_service: { Args: { p_batch?: number; p_id: string }; Returns: boolean }
      withdraw_card: { Args: Record<PropertyKey, never>; Returns: undefined }
      withdraw_guest: { Args: { guest_id: string; withdrawn?: boolean }; Returns: undefined }
      withdraw_health_consent: { Args: Record<PropertyKey, never>; Returns: undefined }
      withdraw_objection: { Args: { owner_id: string }; Returns: undefined }
    }
    Enums: {
      account_category: 'bank' | 'investment' | 'retirement' | 'crypto' | 'other'
      death_review: 'none' | 'pending' | 'approved' | 'rejected'
      designation_role: 'beneficiary' | 'trustee' | 'executor'
      designation_status: 'pending' | 'invited'
      disposition_type: 'burial' | 'cremation' | 'donation' | 'other'
      document_type: 'will' | 'trust' | 'poa' | 'other'
      donor_decision: 'yes' | 'no' | 'undecided'
      guest_answer: 'yes' | 'no'
      health_paper_kind: 'advance_directive' | 'health_proxy' | 'polst' | 'release'
      home_kind: 'pet' | 'keys' | 'vehicle' | 'post' | 'bill' | 'device' | 'other'
      likeness_wish: 'no' | 'family' | 'yes'
      part_timing: 'never' | 'after_death' | 'first_hours'
      plan_id: 'monthly' | 'annual' | 'lifetime'
      service_type: 'traditional' | 'memorial' | 'celebration' | 'none' | 'other'
      step_mark: 'done' | 'doing' | 'left_message' | 'not_reached' | 'note' | 'added' | 'undo'
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {
      account_category: ['bank', 'investment', 'retirement', 'crypto', 'other'],
      death_review: ['none', 'pending', 'approved', 'rejected'],
      designation_role: ['beneficiary', 'trustee', 'executor'],
      designation_status: ['pending', 'invited'],
      disposition_type: ['burial', 'cremation', 'donation', 'other'],
      document_type: ['will', 'trust', 'poa', 'other'],
      donor_decision: ['yes', 'no', 'undecided'],
      guest_answer: ['yes', 'no'],
      health_paper_kind: ['advance_directive', 'health_proxy', 'polst', 'release'],
      home_kind: ['pet', 'keys', 'vehicle', 'post', 'bill', 'device', 'other'],
      likeness_wish: ['no', 'family', 'yes'],
      part_timing: ['never', 'after_death', 'first_hours'],
      plan_id: ['monthly', 'annual', 'lifetime'],
      service_type: ['traditional', 'memorial', 'celebration', 'none', 'other'],
      step_mark: ['done', 'doing', 'left_message', 'not_reached', 'note', 'added', 'undo'],
    },
  },
} as const

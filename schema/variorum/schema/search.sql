-- Full text over titles (position 0) and passages, in every language there is.
--
-- `forms` holds what the tokenizer cannot know: the corpus words that share a stem with the
-- words of the text, their stems, and œ written both ways.  The tokenizer folds accents and
-- case of text and query alike, so exact accents are told by the order, not by the match:
--
--     select entry_key, position, lang, title, text from search
--     where search match '"' || replace(:q, '"', '""') || '"'
--     order by instr(lower(text), lower(:q)) = 0, rank;
--
-- The row of a passage has the passage's number as rowid, the row of a title the entry's
-- number below zero; the row of a translation, of which only current ones are here, has its
-- number plus 2^40.
create virtual table if not exists search using fts5(
    entry_key unindexed, position unindexed, lang unindexed, title, text, forms,
    tokenize = "unicode61 remove_diacritics 2 separators 'ʼ'"
);

-- References go on behind those that were given before there was a sequence.
SELECT setval('kyc_references', greatest(1, (SELECT max(substring(reference from '^KYC-(\d{1,9})$')::bigint) FROM kyc_requests)),
  EXISTS (SELECT 1 FROM kyc_requests WHERE reference ~ '^KYC-\d{1,9}$'));

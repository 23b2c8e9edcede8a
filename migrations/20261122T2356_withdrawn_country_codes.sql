-- An import took "Germany" for DD, the code that East Germany had, and a few more names for codes of states that are no more.
-- No other way leads to these codes but typing them; the country that each of them is today is what was meant.
update vendors v set country_code = m.now from (values ('DD', 'DE'), ('BU', 'MM'), ('CS', 'RS'), ('NH', 'VU'), ('RH', 'ZW'), ('VD', 'VN'), ('YD', 'YE')) m(was, now) where v.country_code = m.was;
update products p set country_of_origin = m.now from (values ('DD', 'DE'), ('BU', 'MM'), ('CS', 'RS'), ('NH', 'VU'), ('RH', 'ZW'), ('VD', 'VN'), ('YD', 'YE')) m(was, now) where p.country_of_origin = m.was;

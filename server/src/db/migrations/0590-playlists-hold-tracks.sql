-- An item that became a jingle, a station id or a bed stayed in its playlists, which could not be changed any more.
DELETE FROM playlist_items e USING library_items i WHERE i.id = e.item_id AND i.kind <> 'TRACK';

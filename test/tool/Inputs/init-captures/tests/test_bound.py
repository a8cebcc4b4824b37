import bound as B

model = B.Model()
with torch.cuda.graph(g):
    model.forward()
    B.bound_run()
    cache.reset()
    other.replay()

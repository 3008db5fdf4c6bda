"""Makes lib/models/bundled/resemblyzer/voice_encoder.onnx: Resemblyzer's voice encoder, its weights in 8 bits.

    python3 -m venv venv && venv/bin/pip install numpy onnx
    venv/bin/pip download --no-deps resemblyzer==0.1.4 && unzip Resemblyzer-0.1.4-py3-none-any.whl
    venv/bin/python scripts/voice-encoder.py resemblyzer/pretrained.pt voice_encoder.onnx

PyTorch isn't needed: its file of 2019 is a row of pickles, and the tensors' numbers after them.
"""
import pickle
import sys
from collections import OrderedDict

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HIDDEN = 256
MELS = 40
LAYERS = 3


class Checkpoint(pickle.Unpickler):
    """Reads tensors as (storage's key, offset, shape), and nothing else of what a pickle could name."""

    def find_class(self, module, name):
        if name == 'OrderedDict':
            return OrderedDict
        if name == '_rebuild_tensor_v2':
            return lambda storage, offset, shape, *_: (storage, offset, shape)
        if name == 'FloatStorage':
            return name
        raise pickle.UnpicklingError(f'{module}.{name} has no place in the weights')

    def persistent_load(self, saved):
        return saved[2]


def weights_of(path):
    with open(path, 'rb') as file:
        for _ in ('magic number', 'protocol', 'system'):
            Checkpoint(file).load()
        state = Checkpoint(file).load()['model_state']
        storages = {}
        for key in Checkpoint(file).load():
            count = int.from_bytes(file.read(8), 'little')
            storages[key] = np.frombuffer(file.read(4 * count), '<f4')
    return {
        name: storages[key][offset : offset + int(np.prod(shape))].reshape(shape)
        for name, (key, offset, shape) in state.items()
    }


def in_onnx_order(gates):
    """PyTorch's input, forget, cell, output gates as ONNX wants them: input, output, forget, cell."""
    i, f, c, o = np.split(gates, 4)
    return np.concatenate([i, o, f, c])


def graph_of(weights):
    constants, nodes = [], []

    def constant(name, values):
        constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def in_eight_bits(name, matrix, rows):
        """A matrix that is stored in 8 bits, with a scale for each row; what is computed stays float."""
        scale = np.abs(matrix).max(axis=tuple(axis for axis in range(matrix.ndim) if axis != rows), keepdims=True) / 127
        inputs = [constant(f'{name}8', np.round(matrix / scale).astype(np.int8)), constant(f'{name}s', scale.ravel())]
        nodes.append(helper.make_node('DequantizeLinear', inputs, [name], axis=rows))
        return name

    nodes.append(helper.make_node('Transpose', ['mels'], ['layer0'], perm=[1, 0, 2]))
    for layer in range(LAYERS):
        of = {kind: in_onnx_order(weights[f'lstm.{kind}_l{layer}']) for kind in ('weight_ih', 'weight_hh', 'bias_ih', 'bias_hh')}
        nodes.append(
            helper.make_node(
                'LSTM',
                [
                    f'layer{layer}',
                    in_eight_bits(f'w{layer}', of['weight_ih'][None], 1),
                    in_eight_bits(f'r{layer}', of['weight_hh'][None], 1),
                    constant(f'b{layer}', np.concatenate([of['bias_ih'], of['bias_hh']])[None]),
                ],
                [f'y{layer}', f'last{layer}'],
                hidden_size=HIDDEN,
            )
        )
        constant(f'axis{layer}', np.array([1]))
        nodes.append(helper.make_node('Squeeze', [f'y{layer}', f'axis{layer}'], [f'layer{layer + 1}']))
    constant('axis', np.array([0]))
    nodes += [
        helper.make_node('Squeeze', [f'last{LAYERS - 1}', 'axis'], ['last']),
        helper.make_node('MatMul', ['last', in_eight_bits('linear', weights['linear.weight'].T, 1)], ['product']),
        helper.make_node('Add', ['product', constant('bias', weights['linear.bias'])], ['sum']),
        helper.make_node('Relu', ['sum'], ['positive']),
        helper.make_node('LpNormalization', ['positive'], ['embedding'], axis=1, p=2),
    ]
    return helper.make_graph(
        nodes,
        'speaker',
        [helper.make_tensor_value_info('mels', TensorProto.FLOAT, ['windows', 'frames', MELS])],
        [helper.make_tensor_value_info('embedding', TensorProto.FLOAT, ['windows', HIDDEN])],
        constants,
    )


def main(source, target):
    model = helper.make_model(graph_of(weights_of(source)), opset_imports=[helper.make_opsetid('', 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, target)


main(*sys.argv[1:])
